(** * The checker of certificates

    A certificate shows how one side secures a goal: it lists that side's moves. The
    checker walks through all moves of the other side, and searches where few squares
    are empty. Whatever the certificate contains, anything the checker accepts is true
    of the value: that is the theorem at the end of this file. *)

From Coq Require Import micromega.Lia.
From Coq Require Import Numbers.Cyclic.Int63.Uint63 Array.PArray.
From Othello Require Import Spec Value Bitboard Counting.

(** ** Search *)

Section Checker.

Variables W H : Z.
Variable the_objective : objective.

(** The kernel and the disc count, made for one board size. *)
Variable look_here : int -> int -> int * (int -> int).
Variable count : int -> int.
Variable full : int.                         (* all squares of the board *)
Variable first : int.                        (* squares to try first *)

(** Goals are numbers of discs, stored as natural numbers: [goal] stands for
    [goal - 64]. A side reaches a goal exactly if the other side does not reach
    1 minus that goal. *)
Definition opposite (goal : int) : int := (129 - goal)%uint63.

(** Whether a player with this lead in discs reaches the goal, without and with the
    empty squares. *)
Definition is_ahead (goal more less : int) : bool := (goal + less <=? 64 + more)%uint63.

Definition is_ahead_with_empties (goal more less : int) : bool :=
  let all := of_Z (W * H) in
  if (less <? more)%uint63 then (goal + less + less <=? 64 + all)%uint63
  else if (more <? less)%uint63 then (goal + all <=? 64 + more + more)%uint63
  else (goal <=? 64)%uint63.

(** Whether a finished game has reached the goal. *)
Definition reached (own opponent goal : int) : bool :=
  match the_objective with
  | Most => is_ahead goal (count own) (count opponent)
  | Fewest => is_ahead goal (count opponent) (count own)
  | MostWithEmpties => is_ahead_with_empties goal (count own) (count opponent)
  | FewestWithEmpties => is_ahead_with_empties goal (count opponent) (count own)
  end.

(** Whether there is a move among [moves] after which [search], from the other side's
    point of view, fails. *)
Definition any_move (search : int -> int -> int -> bool) (flip : int -> int)
    (own opponent goal : int) : nat -> int -> bool :=
  fix any (most : nat) (moves : int) : bool :=
    match most with
    | O => false
    | S fewer =>
        if (moves =? 0)%uint63 then false
        else
          let square := lowest moves in
          let flips := flip square in
          if search (opponent lxor flips)%uint63 (own lor flips lor square)%uint63 goal
          then any fewer (moves lxor square)%uint63
          else true
    end.

(** Whether the value of a position is at least [goal]. At most [most] discs can still
    be placed. *)
Fixpoint search (most : nat) (own opponent goal : int) : bool :=
  match most with
  | O => reached own opponent goal
  | S fewer =>
      if (own lor opponent =? full)%uint63 then reached own opponent goal
      else
        let (moves, flip) := look_here own opponent in
        if (moves =? 0)%uint63 then
          let (replies, flip) := look_here opponent own in
          if (replies =? 0)%uint63 then reached own opponent goal
          else negb (any_move (search fewer) flip opponent own goal 63 replies)
        else
          let goal := opposite goal in
          let early := (moves land first)%uint63 in
          if any_move (search fewer) flip own opponent goal 63 early then true
          else any_move (search fewer) flip own opponent goal 63 (moves lxor early)%uint63
  end.

Hypothesis F : fits W H.
Variable g : geometry.
Hypothesis G : geometry_ok W H g.
Hypothesis look_ok : forall own opponent, look_here own opponent = look g own opponent.
Hypothesis count_ok : forall x, (forall i, W * H <= i -> bit_of x i = false) ->
  to_Z (count x) = Z.of_nat (ones_below x (Z.to_nat (W * H))).

(** [goal_is goal z]: the natural number [goal] stands for the goal [z]. *)
Definition goal_is (goal : int) (z : Z) : Prop := to_Z goal = z + 64 /\ -63 <= z <= 64.

Lemma opposite_ok : forall goal z, goal_is goal z -> goal_is (opposite goal) (1 - z).
Proof.
  intros goal z [E R]; split; [| lia]; unfold opposite; rewrite sub_spec, E.
  change (to_Z 129) with 129; rewrite Z.mod_small; [lia |].
  change wB with 9223372036854775808; lia.
Qed.

Lemma nothing_beyond : forall p own opponent, represents W H p own opponent ->
  (forall i, W * H <= i -> bit_of own i = false) /\
  (forall i, W * H <= i -> bit_of opponent i = false).
Proof.
  intros p own opponent (_ & _ & RO & RP); split; intros i I; apply not_true_iff_false; intros B;
    [apply RO in B | apply RP in B]; lia.
Qed.

Lemma count_ones_of : forall p c x, width p = W -> height p = H ->
  (forall i, bit_of x i = true <-> 0 <= i < W * H /\ disc_at p (i mod W, i / W) = Some c) ->
  Spec.count p c = Z.of_nat (ones_below x (Z.to_nat (W * H))).
Proof.
  intros p c x RW RH B; unfold Spec.count, squares, ones_below; f_equal.
  destruct F as (W2 & H2 & _); rewrite RW, RH, <- Z2Nat.inj_mul by lia.
  rewrite filter_map; f_equal; apply filter_ext_in; intros k K; apply in_seq in K.
  apply eq_true_iff_eq; rewrite B; destruct (disc_at p _) as [d |]; [| split; [discriminate | intros [_ ?]; discriminate]].
  rewrite same_color_eq; split; [intros ->; split; [lia | reflexivity] | intros [_ [= ->]]; reflexivity].
Qed.

Lemma reached_ok : forall p own opponent goal z,
  represents W H p own opponent -> goal_is goal z ->
  reached own opponent goal = true <-> z <= score the_objective p.
Proof.
  intros p own opponent goal z R [E Z64].
  destruct (nothing_beyond _ _ _ R) as [NO NP]; destruct R as (RW & RH & RO & RP).
  pose proof (count_ones_of p _ own RW RH RO) as CO.
  pose proof (count_ones_of p _ opponent RW RH RP) as CP.
  pose proof (ones_below_le own (Z.to_nat (W * H))); pose proof (ones_below_le opponent (Z.to_nat (W * H))).
  destruct F as (W2 & H2 & WH).
  assert (L : forall x, (forall i, W * H <= i -> bit_of x i = false) -> to_Z (count x) <= 62).
  { intros x X; rewrite (count_ok x X); pose proof (ones_below_le x (Z.to_nat (W * H))); lia. }
  pose proof (L _ NO); pose proof (L _ NP).
  pose proof (to_Z_bounded (count own)); pose proof (to_Z_bounded (count opponent)).
  assert (0 <= W * H) by nia.
  assert (All : to_Z (of_Z (W * H)) = W * H).
  { rewrite to_Z_of_Z; [reflexivity |]; change wB with 9223372036854775808; lia. }
  unfold reached, score; rewrite RW, RH, CO, CP, <- (count_ok _ NO), <- (count_ok _ NP).
  destruct the_objective; unfold is_ahead, is_ahead_with_empties;
    repeat match goal with |- context [if (?a <? ?b)%uint63 then _ else _] =>
      let L := fresh in destruct (a <? b)%uint63 eqn:L;
      [apply ltb_spec in L | apply not_true_iff_false in L; rewrite ltb_spec in L]
    end;
    rewrite leb_spec, ?add_spec, ?All; change (to_Z 64) with 64;
    repeat match goal with |- context [?n mod wB] =>
      rewrite (Z.mod_small n wB) by (change wB with 9223372036854775808; lia)
    end;
    repeat match goal with |- context [Z.sgn ?lead] =>
      (rewrite (Z.sgn_pos lead) by lia) || (rewrite (Z.sgn_neg lead) by lia) ||
      (rewrite (Z.sgn_null lead) by lia)
    end; lia.
Qed.

Lemma no_moves : forall p own opponent moves flip, represents W H p own opponent ->
  look_here own opponent = (moves, flip) -> moves = 0%uint63 <-> Spec.moves p = [].
Proof.
  intros p own opponent ms flip R L; rewrite look_ok in L.
  destruct (look_correct W H g p own opponent ms flip F G R L) as [M _]; split.
  - intros ->; destruct (Spec.moves p) as [| s l] eqn:E; [reflexivity | exfalso].
    assert (I : legal p s = true) by (apply in_moves; rewrite E; left; reflexivity).
    pose proof I as B; apply legal_iff in B; destruct B as [B _]; destruct s as [x y].
    apply on_board_iff in B; destruct R as (RW & RH & _); rewrite RW, RH in B.
    specialize (M (y * W + x)); rewrite bit_of_0 in M.
    destruct (index W x y) as [Ex Ey]; [lia |]; rewrite Ex, Ey in M.
    destruct M as [_ M]; discriminate M; split; [apply index_range; lia | exact I].
  - intros E; apply bit_of_ext; intros i; rewrite bit_of_0; apply not_true_iff_false; intros B.
    apply M in B; destruct B as [_ B]; apply in_moves in B; rewrite E in B; exact B.
Qed.

Lemma full_is_over : forall p own opponent, represents W H p own opponent ->
  (own lor opponent)%uint63 = board g -> Spec.moves p = [].
Proof.
  intros p own opponent R E; destruct (Spec.moves p) as [| s l] eqn:M; [reflexivity | exfalso].
  assert (I : legal p s = true) by (apply in_moves; rewrite M; left; reflexivity).
  apply legal_iff in I; destruct I as (B & N & _); destruct G as [Bd _].
  pose proof (own_at W H (proj1 F) p own opponent R s B) as O.
  pose proof (opponent_at W H (proj1 F) p own opponent R s B) as P.
  destruct s as [x y]; cbn [fst snd] in *.
  apply on_board_iff in B; destruct R as (RW & RH & _); rewrite RW, RH in B.
  pose proof (proj2 (Bd (y * W + x)) (index_range W H x y ltac:(lia) ltac:(lia))) as T.
  rewrite <- E, bit_of_lor, orb_true_iff, O, P, N in T; destruct T; discriminate.
Qed.

Hypothesis full_ok : full = board g.

(** A search is correct for positions with at most N empty squares. *)
Definition right (search : int -> int -> int -> bool) (most : nat) (goal : int) (z : Z) : Prop :=
  forall p own opponent, represents W H p own opponent -> (empties p <= most)%nat ->
  search own opponent goal = true <-> z <= value_for the_objective p.

Lemma any_move_ok : forall search most p own opponent moves flip goal z,
  right search most goal z ->
  represents W H p own opponent -> (empties p <= S most)%nat ->
  look_here own opponent = (moves, flip) ->
  forall k some, (forall i, bit_of some i = true -> bit_of moves i = true /\ 63 - Z.of_nat k <= i) ->
  any_move search flip own opponent goal k some = true <->
  exists i, bit_of some i = true /\ value_for the_objective (play p (i mod W, i / W)) < z.
Proof.
  intros search most p own opponent ms flip goal z S R E L; rewrite look_ok in L.
  destruct (look_correct W H g p own opponent ms flip F G R L) as [M P].
  induction k as [| k IH]; intros some Hs.
  { cbn [any_move]; split; [discriminate |]; intros (i & B & _).
    pose proof (bit_of_range _ _ B); apply Hs in B; lia. }
  cbn [any_move]; destruct (some =? 0)%uint63 eqn:Z0.
  { apply eqb_correct in Z0; subst some; split; [discriminate |].
    intros (i & B & _); rewrite bit_of_0 in B; discriminate. }
  apply eqb_false_spec in Z0; destruct (lowest_ok some Z0) as (j & -> & J & Low).
  destruct (Hs j J) as [Jm Jk]; pose proof (bit_of_range _ _ J) as J63.
  pose proof (P j Jm) as Rj.
  assert (Ej : (empties (play p (j mod W, j / W)%Z) <= most)%nat).
  { pose proof (play_fills p (j mod W, j / W) (proj2 (proj1 (M j) Jm))); lia. }
  pose proof (S _ _ _ Rj Ej) as Sj; cbv zeta.
  pose proof (without_lowest some j J63 J) as Rest.
  destruct (search _ _ goal) eqn:T.
  - assert (Tj : z <= value_for the_objective (play p (j mod W, j / W))) by (apply Sj; reflexivity).
    specialize (IH (some lxor single j)%uint63).
    unfold any_move in IH |- *; rewrite IH.
    + split; intros (i & B & V); exists i; [apply Rest in B; tauto |].
      split; [apply Rest; split; [exact B | intros ->; lia] | exact V].
    + intros i B; apply Rest in B; destruct B as [B N]; split; [apply Hs; exact B |].
      specialize (Low i B); lia.
  - split; [intros _; exists j; split; [exact J |] | reflexivity].
    destruct (Z_lt_le_dec (value_for the_objective (play p (j mod W, j / W))) z); [auto |].
    apply Sj in l; discriminate.
Qed.

Lemma square_of_move : forall p own opponent s, represents W H p own opponent ->
  In s (Spec.moves p) -> exists i, 0 <= i < W * H /\ s = (i mod W, i / W).
Proof.
  intros p own opponent [x y] (RW & RH & _) I; apply in_moves, legal_iff in I; destruct I as [B _].
  apply on_board_iff in B; rewrite RW, RH in B; exists (y * W + x).
  split; [apply index_range; lia |]; destruct (index W x y) as [-> ->]; [lia | reflexivity].
Qed.

(** The value is at least [z] exactly if it is at least [z] after some move. *)
Lemma value_at_least : forall p own opponent moves flip z, represents W H p own opponent ->
  look_here own opponent = (moves, flip) -> Spec.moves p <> [] ->
  z <= value_for the_objective p <->
  exists i, bit_of moves i = true /\ value_for the_objective (play p (i mod W, i / W)) < 1 - z.
Proof.
  intros p own opponent ms flip z R L N; rewrite look_ok in L.
  destruct (look_correct W H g p own opponent ms flip F G R L) as [M _]; split.
  - intros V; destruct (value_is_reached the_objective p N) as (s & I & E).
    destruct (square_of_move p own opponent s R I) as (i & Ri & ->).
    exists i; split; [apply M; split; [exact Ri | apply in_moves; exact I] | lia].
  - intros (i & B & V); apply M in B; destruct B as [_ B]; apply in_moves in B.
    pose proof (value_bounds_moves the_objective p _ B); lia.
Qed.

Lemma empties_pass : forall p, empties (pass p) = empties p.
Proof. reflexivity. Qed.

Lemma search_ok : forall most goal z, goal_is goal z -> right (search most) most goal z.
Proof.
  induction most as [| most IH]; intros goal z Gz p own opponent R E.
  - assert (N : forall q, empties q = 0%nat -> Spec.moves q = []).
    { intros q Q; destruct (Spec.moves q) as [| s l] eqn:M; [reflexivity |].
      assert (I : In s (Spec.moves q)) by (rewrite M; left; reflexivity).
      apply in_moves, play_fills in I; lia. }
    cbn [search]; rewrite value_over by (apply N; rewrite ?empties_pass; lia).
    apply reached_ok; assumption.
  - cbn [search]; destruct (own lor opponent =? full)%uint63 eqn:Full.
    { apply eqb_correct in Full; rewrite full_ok in Full.
      rewrite value_over.
      - apply reached_ok; assumption.
      - eapply full_is_over; eassumption.
      - eapply full_is_over; [apply represents_pass; eassumption |].
        rewrite <- Full; apply bit_of_ext; intros i; rewrite !bit_of_lor; apply orb_comm. }
    destruct (look_here own opponent) as [ms flip] eqn:L.
    pose proof (no_moves p own opponent ms flip R L) as NM.
    destruct (ms =? 0)%uint63 eqn:M0.
    + apply eqb_correct in M0; apply NM in M0.
      pose proof (represents_pass _ _ _ _ _ R) as RP.
      destruct (look_here opponent own) as [ms' flip'] eqn:L'.
      pose proof (no_moves (pass p) opponent own ms' flip' RP L') as NM'.
      destruct (ms' =? 0)%uint63 eqn:M1.
      * apply eqb_correct in M1; apply NM' in M1; rewrite value_over by assumption.
        apply reached_ok; assumption.
      * apply eqb_false_spec in M1.
        assert (N : Spec.moves (pass p) <> []) by tauto.
        rewrite value_pass by assumption.
        pose proof (any_move_ok (search most) most (pass p) opponent own ms' flip' goal z
                      (IH goal z Gz) RP E L' 63 ms') as A.
        rewrite negb_true_iff, <- not_true_iff_false, A.
        -- pose proof (value_at_least (pass p) opponent own ms' flip' (1 - z) RP L' N) as V.
           replace (1 - (1 - z)) with z in V by lia; rewrite <- V; lia.
        -- intros i B; split; [exact B | pose proof (bit_of_range _ _ B); lia].
    + apply eqb_false_spec in M0; assert (N : Spec.moves p <> []) by tauto.
      rewrite (value_at_least p own opponent ms flip z R L N); cbv zeta.
      pose proof (any_move_ok (search most) most p own opponent ms flip (opposite goal) (1 - z)
                    (IH _ _ (opposite_ok goal z Gz)) R E L 63) as A.
      assert (X : forall i, bit_of (ms lxor (ms land first))%uint63 i = bit_of ms i && negb (bit_of first i)).
      { intros i; rewrite bit_of_lxor, bit_of_land; destruct (bit_of ms i), (bit_of first i); reflexivity. }
      assert (A1 := A (ms land first)%uint63); assert (A2 := A (ms lxor (ms land first))%uint63).
      clear A.
      destruct (any_move _ _ _ _ _ _ (ms land first)%uint63).
      * split; [intros _ | reflexivity].
        destruct A1 as [A1 _].
        { intros i B; rewrite bit_of_land, andb_true_iff in B; split; [tauto |].
          destruct B as [B _]; pose proof (bit_of_range _ _ B); lia. }
        destruct (A1 eq_refl) as (i & B & V); exists i; split; [| exact V].
        rewrite bit_of_land, andb_true_iff in B; tauto.
      * rewrite A2.
        -- split; intros (i & B & V); exists i; split; auto.
           ++ rewrite X, andb_true_iff in B; tauto.
           ++ rewrite X, B; cbn; destruct (bit_of first i) eqn:Fi; [exfalso | reflexivity].
              destruct A1 as [_ A1].
              { intros k K; rewrite bit_of_land, andb_true_iff in K; split; [tauto |].
                destruct K as [K _]; pose proof (bit_of_range _ _ K); lia. }
              discriminate A1; exists i; split; [| exact V].
              rewrite bit_of_land, B, Fi; reflexivity.
        -- intros i B; rewrite X, andb_true_iff in B; split; [tauto |].
           destruct B as [B _]; pose proof (bit_of_range _ _ B); lia.
Qed.

(** ** The walk through a certificate *)

(** A certificate is a sequence of numbers in arrays of 65,536; the last array may be
    shorter. Choices are packed into a number while it stays below 2^62: the first, out of
    [n], is the remainder modulo [n], and the others are in the quotient. Positions
    with at most [leaves] empty squares have no choices and are searched. The table of
    finished positions has [2 ^ table_bits] arrays of [2 ^ slot_bits]. *)
Record certificate := Certificate {
  leaves : int;
  table_bits : int;
  slot_bits : int;
  length_of : int;
  numbers : array (array int)
}.

(** The state of the walk: the finished positions, the rest of the current number and
    the range of choices it can still hold, and the index of the next number. *)
Record state := State {
  done : array (array (int * int));
  choices : int;
  room : int;
  next : int
}.

Variable c : certificate.

Definition slot_of (own opponent : int) : int :=
  ((own * 3011434513426297685 + opponent * 4110374955812309723)
     >> (63 - (table_bits c + slot_bits c)))%uint63.

Definition is_done (s : state) (slot own opponent : int) : bool :=
  let (a, b) := (done s).[(slot >> slot_bits c)%uint63].[(slot land ((1 << slot_bits c) - 1))%uint63] in
  if (a =? own)%uint63 then (b =? opponent)%uint63 else false.

Definition remember (s : state) (slot own opponent : int) : state :=
  let table := (slot >> slot_bits c)%uint63 in
  let place := (slot land ((1 << slot_bits c) - 1))%uint63 in
  let (done, choices, room, next) := s in
  State done.[table <- done.[table].[place <- (own, opponent)]] choices room next.

(** The move with index [n] among [moves]. *)
Fixpoint pick (most : nat) (moves n : int) : int :=
  match most with
  | O => moves
  | S fewer => if (n =? 0)%uint63 then moves else pick fewer (moves land (moves - 1))%uint63 (n - 1)%uint63
  end.

(** The next move in the certificate, and the rest of it; no move (0) at the end. *)
Definition choose (s : state) (moves : int) : int * state :=
  let n := count moves in
  let (done, choices, room, next) := s in
  if (n <=? room)%uint63 then
    (pick 63 moves (choices mod n)%uint63, State done (choices / n)%uint63 (room / n)%uint63 next)
  else if (next <? length_of c)%uint63 then
    let number := (numbers c).[(next >> 16)%uint63].[(next land 65535)%uint63] in
    (pick 63 moves (number mod n)%uint63,
     State done (number / n)%uint63 (4611686018427387904 / n)%uint63 (next + 1)%uint63)
  else (0%uint63, s).

(** The walk checks that the certificate's side secures the goal. [mine]: whether that
    side is to move; [empty]: the number of empty squares; [rest]: the remaining work,
    as a continuation. The state is passed on and never returned, so old states are
    released and arrays stay fast.

    [walk] does the same with fewer discs to come. *)
Definition walker := bool -> int -> int -> int -> int -> state -> (state -> bool) -> bool.

(** The certificate's side makes the move from the certificate. *)
Definition my_turn (walk : walker) (own opponent goal empty : int) (s : state)
    (rest : state -> bool) : bool :=
  let slot := slot_of own opponent in
  if is_done s slot own opponent then rest s
  else if (empty <=? leaves c)%uint63 then
    if search 62 own opponent goal then rest (remember s slot own opponent) else false
  else
    let (moves, flip) := look_here own opponent in
    if (moves =? 0)%uint63 then
      if (fst (look_here opponent own) =? 0)%uint63 then
        if reached own opponent goal then rest s else false
      else
        walk false opponent own (opposite goal) empty s
          (fun s => rest (remember s slot own opponent))
    else
      let (chosen, s) := choose s moves in
      let square := lowest (chosen land moves)%uint63 in
      if (chosen land moves =? 0)%uint63 then false
      else
        let flips := flip square in
        walk false (opponent lxor flips)%uint63 (own lor flips lor square)%uint63
          (opposite goal) (empty - 1)%uint63 s
          (fun s => rest (remember s slot own opponent)).

(** Goes through all [moves] of the other side. *)
Definition each_move (walk : walker) (flip : int -> int) (own opponent goal empty : int)
    (rest : state -> bool) : nat -> int -> state -> bool :=
  fix each (most : nat) (moves : int) (s : state) : bool :=
    match most with
    | O => false
    | S others =>
        if (moves =? 0)%uint63 then rest s
        else
          let square := lowest moves in
          let flips := flip square in
          walk true (opponent lxor flips)%uint63 (own lor flips lor square)%uint63
            goal empty s (fun s => each others (moves lxor square)%uint63 s)
    end.

Definition their_turn (walk : walker) (own opponent goal empty : int) (s : state)
    (rest : state -> bool) : bool :=
  if (empty <=? leaves c)%uint63 then
    if search 62 own opponent goal then false else rest s
  else
    let (moves, flip) := look_here own opponent in
    if (moves =? 0)%uint63 then
      if (fst (look_here opponent own) =? 0)%uint63 then
        if reached own opponent goal then false else rest s
      else walk true opponent own (opposite goal) empty s rest
    else
      each_move walk flip own opponent (opposite goal) (empty - 1)%uint63 rest 63 moves s.

Fixpoint walk (most : nat) (mine : bool) (own opponent goal empty : int) (s : state)
    (rest : state -> bool) : bool :=
  match most with
  | O => false
  | S fewer =>
      if mine then my_turn (walk fewer) own opponent goal empty s rest
      else their_turn (walk fewer) own opponent goal empty s rest
  end.

(** The claim about a position: the player to move reaches the goal if the certificate
    belongs to that player, and otherwise does not. *)
Definition holds (mine : bool) (z : Z) (p : position) : Prop :=
  if mine then z <= value_for the_objective p else value_for the_objective p < z.

(** A walk is for one goal of the certificate's side. *)
Variable target : Z.

Definition proved (own opponent : int) : Prop :=
  forall p, represents W H p own opponent -> target <= value_for the_objective p.

Definition sound (s : state) : Prop :=
  forall table place, let (a, b) := (done s).[table].[place] in proved a b.

Lemma remember_sound : forall s slot own opponent,
  sound s -> proved own opponent -> sound (remember s slot own opponent).
Proof.
  intros [d ch r n] slot own opponent S P table place; unfold remember.
  cbn [done]; set (t := (slot >> slot_bits c)%uint63).
  set (q := (slot land ((1 << slot_bits c) - 1))%uint63); unfold sound in S; cbn [done] in S.
  assert (E : forall A (a : array A) i x j, a.[i <- x].[j] = x \/ a.[i <- x].[j] = a.[j]).
  { intros A a i x j; destruct (Uint63.eqb i j) eqn:IJ.
    - apply eqb_correct in IJ; subst j; destruct (Uint63.ltb i (PArray.length a)) eqn:L.
      + left; apply get_set_same; exact L.
      + right; rewrite !get_out_of_bounds by (rewrite ?length_set; exact L); apply default_set.
    - right; apply get_set_other; apply eqb_false_spec; exact IJ. }
  destruct (E _ d t (d.[t].[q <- (own, opponent)]) table) as [-> | ->]; [| apply S].
  destruct (E _ (d.[t]) q (own, opponent) place) as [-> | ->]; [exact P | apply S].
Qed.

Lemma is_done_sound : forall s slot own opponent,
  sound s -> is_done s slot own opponent = true -> proved own opponent.
Proof.
  intros s slot own opponent S D; unfold is_done in D.
  specialize (S (slot >> slot_bits c)%uint63 (slot land ((1 << slot_bits c) - 1))%uint63).
  match type of D with (let (a, b) := ?x in _) = _ => destruct x as [a b] end.
  destruct (a =? own)%uint63 eqn:A; [| discriminate].
  apply eqb_correct in A; apply eqb_correct in D; subst; exact S.
Qed.

Lemma choose_done : forall s moves, done (snd (choose s moves)) = done s.
Proof.
  intros [d ch r n] moves; unfold choose; cbv zeta.
  destruct (_ <=? r)%uint63; [reflexivity |]; destruct (n <? _)%uint63; reflexivity.
Qed.

Lemma over_if : forall p own opponent, represents W H p own opponent ->
  fst (look_here own opponent) = 0%uint63 -> Spec.moves p = [].
Proof.
  intros p own opponent R E; destruct (look_here own opponent) as [ms flip] eqn:L.
  apply (no_moves p own opponent ms flip R L); exact E.
Qed.

Lemma not_over_if : forall p own opponent, represents W H p own opponent ->
  fst (look_here own opponent) <> 0%uint63 -> Spec.moves p <> [].
Proof.
  intros p own opponent R E N; destruct (look_here own opponent) as [ms flip] eqn:L.
  apply E; apply (no_moves p own opponent ms flip R L); exact N.
Qed.

Lemma few_empties : forall p own opponent, represents W H p own opponent -> (empties p <= 62)%nat.
Proof.
  intros p own opponent (RW & RH & _); destruct F as (W2 & H2 & WH); unfold empties.
  rewrite RW, RH; unfold squares.
  assert (L : forall A (f : A -> bool) l, (length (filter f l) <= length l)%nat).
  { intros A f; induction l as [| a l IH]; cbn [filter length]; [lia |].
    destruct (f a); cbn [length]; lia. }
  etransitivity; [apply L |]; rewrite map_length, seq_length, <- Z2Nat.inj_mul by lia; lia.
Qed.

Lemma walk_ok : forall most (mine : bool) own opponent goal empty s rest,
  goal_is goal (if mine then target else 1 - target) -> sound s ->
  walk most mine own opponent goal empty s rest = true ->
  (forall p, represents W H p own opponent ->
     holds mine (if mine then target else 1 - target) p) /\
  exists s', sound s' /\ rest s' = true.
Proof.
  induction most as [| most IH]; intros mine own opponent goal empty s rest Gz S Wk; [discriminate |].
  cbn [walk] in Wk; destruct mine.
  - unfold my_turn in Wk; cbv zeta in Wk; cbn [holds] in *.
    set (slot := slot_of own opponent) in *.
    assert (G' := opposite_ok goal target Gz).
    destruct (is_done s slot own opponent) eqn:D.
    { split; [exact (is_done_sound s slot own opponent S D) | exists s; auto]. }
    assert (Next : forall s', sound s' -> proved own opponent ->
              rest (remember s' slot own opponent) = true ->
              (forall p, represents W H p own opponent -> target <= value_for the_objective p) /\
              (exists s', sound s' /\ rest s' = true)).
    { intros s' S' P Rs; split; [exact P |]; exists (remember s' slot own opponent); split; [| exact Rs].
      apply remember_sound; assumption. }
    destruct (empty <=? leaves c)%uint63.
    { destruct (search 62 own opponent goal) eqn:Q; [| discriminate].
      apply (Next s S); [| exact Wk]; intros p R.
      apply (search_ok 62 goal target Gz p own opponent R (few_empties _ _ _ R)); exact Q. }
    destruct (look_here own opponent) as [ms flip] eqn:L.
    destruct (ms =? 0)%uint63 eqn:M0.
    + apply eqb_correct in M0.
      assert (N : forall p, represents W H p own opponent -> Spec.moves p = []).
      { intros p R; apply (no_moves p own opponent ms flip R L); exact M0. }
      destruct (fst (look_here opponent own) =? 0)%uint63 eqn:M1.
      * apply eqb_correct in M1; destruct (reached own opponent goal) eqn:Q; [| discriminate].
        split; [| exists s; auto]; intros p R.
        rewrite value_over; [apply (reached_ok p own opponent goal target R Gz); exact Q | auto |].
        apply (over_if _ _ _ (represents_pass _ _ _ _ _ R) M1).
      * apply eqb_false_spec in M1.
        apply IH in Wk; [| exact G' | exact S]; destruct Wk as [P (s' & S' & Rs)].
        apply (Next s' S'); [| exact Rs]; intros p R; cbn [holds] in P.
        pose proof (represents_pass _ _ _ _ _ R) as RP.
        rewrite value_pass; [| auto | apply (not_over_if _ _ _ RP M1)].
        specialize (P _ RP); lia.
    + destruct (choose s ms) as [chosen s1] eqn:Ch.
      assert (S1 : sound s1).
      { pose proof (choose_done s ms) as Cd; rewrite Ch in Cd; cbn [snd] in Cd.
        unfold sound; rewrite Cd; exact S. }
      destruct (chosen land ms =? 0)%uint63 eqn:C0; [discriminate |].
      apply eqb_false_spec in C0; destruct (lowest_ok _ C0) as (i & El & B & _).
      rewrite El in Wk; rewrite bit_of_land, andb_true_iff in B; destruct B as [_ B].
      apply IH in Wk; [| exact G' | exact S1]; destruct Wk as [P (s' & S' & Rs)].
      apply (Next s' S'); [| exact Rs]; intros p R; cbn [holds] in P.
      pose proof L as L'; rewrite look_ok in L'.
      destruct (look_correct W H g p own opponent ms flip F G R L') as [M Pl].
      specialize (P _ (Pl i B)); apply M in B; destruct B as [_ B]; apply in_moves in B.
      pose proof (value_bounds_moves the_objective p _ B); lia.
  - unfold their_turn in Wk; cbv zeta in Wk; cbn [holds] in *.
    assert (G' := opposite_ok goal (1 - target) Gz); replace (1 - (1 - target)) with target in G' by lia.
    destruct (empty <=? leaves c)%uint63.
    { destruct (search 62 own opponent goal) eqn:Q; [discriminate |].
      split; [| exists s; auto]; intros p R; apply Z.nle_gt; intros V.
      apply (search_ok 62 goal _ Gz p own opponent R (few_empties _ _ _ R)) in V; congruence. }
    destruct (look_here own opponent) as [ms flip] eqn:L.
    destruct (ms =? 0)%uint63 eqn:M0.
    + apply eqb_correct in M0.
      assert (N : forall p, represents W H p own opponent -> Spec.moves p = []).
      { intros p R; apply (no_moves p own opponent ms flip R L); exact M0. }
      destruct (fst (look_here opponent own) =? 0)%uint63 eqn:M1.
      * apply eqb_correct in M1; destruct (reached own opponent goal) eqn:Q; [discriminate |].
        split; [| exists s; auto]; intros p R; apply Z.nle_gt; intros V.
        rewrite value_over in V; [| auto | apply (over_if _ _ _ (represents_pass _ _ _ _ _ R) M1)].
        apply (reached_ok p own opponent goal _ R Gz) in V; congruence.
      * apply eqb_false_spec in M1.
        apply IH in Wk; [| exact G' | exact S]; destruct Wk as [P Rs].
        split; [| exact Rs]; intros p R; cbn [holds] in P.
        pose proof (represents_pass _ _ _ _ _ R) as RP.
        rewrite value_pass; [| auto | apply (not_over_if _ _ _ RP M1)].
        specialize (P _ RP); lia.
    + apply eqb_false_spec in M0.
      set (each := each_move (walk most) flip own opponent (opposite goal) (empty - 1)%uint63 rest) in Wk.
      assert (A : forall k some s, sound s -> each k some s = true ->
                (forall i, bit_of some i = true -> bit_of ms i = true) ->
                (forall i, bit_of some i = true ->
                   forall p, represents W H p own opponent ->
                   target <= value_for the_objective (play p (i mod W, i / W))) /\
                exists s', sound s' /\ rest s' = true).
      { induction k as [| k IHk]; intros some s1 S1 E Sub; [discriminate |].
        unfold each in E; cbn [each_move] in E; destruct (some =? 0)%uint63 eqn:Z0.
        - apply eqb_correct in Z0; subst some; split; [| exists s1; auto].
          intros i B; rewrite bit_of_0 in B; discriminate.
        - apply eqb_false_spec in Z0; destruct (lowest_ok _ Z0) as (j & El & J & _).
          rewrite El in E; pose proof (bit_of_range _ _ J) as J63.
          apply IH in E; [| exact G' | exact S1]; destruct E as [P (s2 & S2 & E2)].
          apply IHk in E2; [| exact S2 |].
          + destruct E2 as [Q Rs]; split; [| exact Rs]; intros i B p R.
            destruct (Z.eq_dec i j) as [-> | IJ].
            * pose proof L as L'; rewrite look_ok in L'.
              destruct (look_correct W H g p own opponent ms flip F G R L') as [_ Pl].
              apply (P _ (Pl j (Sub j J))).
            * apply Q; [| exact R]; apply (without_lowest some j J63 J); auto.
          + intros i B; apply (without_lowest some j J63 J) in B; apply Sub; tauto. }
      apply A in Wk; [| exact S | auto]; destruct Wk as [P Rs]; split; [| exact Rs].
      intros p R; assert (N : Spec.moves p <> []).
      { intros N; apply M0; apply (no_moves p own opponent ms flip R L); exact N. }
      destruct (value_is_reached the_objective p N) as (s1 & I & E).
      destruct (square_of_move p own opponent s1 R I) as (i & Ri & ->).
      pose proof L as L'; rewrite look_ok in L'.
      destruct (look_correct W H g p own opponent ms flip F G R L') as [M _].
      specialize (P i (proj2 (M i) (conj Ri (proj1 (in_moves _ _) I))) p R); lia.
Qed.

(** ** The check *)

(** No position has discs of both sides on a1, so this marks an unused entry. *)
Definition nowhere : int * int := (1, 1)%uint63.

(** Separate tables that do not share any arrays. *)
Fixpoint tables (n : nat) (table : int) (all : array (array (int * int))) :=
  match n with
  | O => all
  | S fewer =>
      tables fewer (table + 1)%uint63 all.[table <- make (1 << slot_bits c) nowhere]
  end.

(** The claim holds for the positions in [given]: each is a theorem. *)
Definition beginning (given : list (int * int)) : state :=
  let n := (1 << table_bits c)%uint63 in
  fold_left (fun s p => remember s (slot_of (fst p) (snd p)) (fst p) (snd p)) given
    (State (tables (Z.to_nat (to_Z n)) 0 (make n (make 0 nowhere))) 0 0 0)%uint63.

Definition check (mine : bool) (own opponent goal empty : int) (given : list (int * int)) : bool :=
  walk 200 mine own opponent goal empty (beginning given) (fun _ => true).

Lemma nowhere_proved : proved 1 1.
Proof.
  intros p (RW & RH & RO & RP); exfalso.
  assert (B : bit_of 1 0 = true) by reflexivity; pose proof B as B'.
  apply RO in B; apply RP in B'; pose proof (other_neq (mover p)); destruct B, B'; congruence.
Qed.

Lemma beginning_sound : forall given,
  (forall a b, In (a, b) given -> proved a b) -> sound (beginning given).
Proof.
  intros given Given; unfold beginning; cbv zeta.
  assert (T : forall n t all, (forall i j, all.[i].[j] = nowhere) ->
    forall i j, (tables n t all).[i].[j] = nowhere).
  { induction n as [| n IH]; intros t all A; cbn [tables]; [exact A |].
    apply IH; intros i j; destruct (Uint63.eqb t i) eqn:E.
    - apply eqb_correct in E; subst i; destruct (Uint63.ltb t (PArray.length all)) eqn:L.
      + rewrite get_set_same by exact L; apply get_make.
      + rewrite (get_out_of_bounds _ all.[t <- _] t) by (rewrite length_set; exact L).
        rewrite default_set, <- (get_out_of_bounds _ all t L); apply A.
    - rewrite get_set_other by (apply eqb_false_spec; exact E); apply A. }
  set (s := State _ _ _ _); assert (S : sound s).
  { intros i j; subst s; cbn [done]; rewrite T; [exact nowhere_proved |].
    intros; rewrite !get_make; reflexivity. }
  clearbody s; revert s S; induction given as [| [a b] given IH]; intros s S; cbn [fold_left]; [exact S |].
  apply IH; [intros x y I; apply Given; right; exact I |].
  apply remember_sound; [exact S | apply Given; left; reflexivity].
Qed.

(* Without these lines Coq would unfold the walk and the value. *)
Local Strategy expand [check proved holds].
Local Strategy 1000 [walk beginning value_for].

(** Checked claims are true, for the side to move and for the other side. *)
Theorem check_mine : forall own opponent goal empty given,
  goal_is goal target -> (forall a b, In (a, b) given -> proved a b) ->
  check true own opponent goal empty given = true -> proved own opponent.
Proof.
  intros own opponent goal empty given Gz Given Ck; unfold check in Ck.
  apply walk_ok in Ck; [intros p R; exact (proj1 Ck p R) | exact Gz | apply beginning_sound; exact Given].
Qed.

Theorem check_other : forall own opponent goal empty given,
  goal_is goal (1 - target) -> (forall a b, In (a, b) given -> proved a b) ->
  check false own opponent goal empty given = true ->
  forall p, represents W H p own opponent -> value_for the_objective p <= - target.
Proof.
  intros own opponent goal empty given Gz Given Ck p R; unfold check in Ck.
  apply walk_ok in Ck; [| exact Gz | apply beginning_sound; exact Given].
  destruct Ck as [P _]; specialize (P p R); cbn [holds] in P; lia.
Qed.

End Checker.
