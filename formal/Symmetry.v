(** * Mirror images

    On a square board, a position and its mirror images along the two diagonals have
    the same value. So if first moves are mirror images of each other, one of them is
    enough. *)

From Coq Require Import Arith.Wf_nat.
From Coq Require Export micromega.Lia.
From Coq Require Import Numbers.Cyclic.Int63.Uint63.
From Othello Require Import Spec Value Bitboard Boards.

Section Mirror.

(** The side of the board, and the images of squares and directions. *)
Variable n : Z.
Variable turn : square -> square.
Variable turn_direction : Z * Z -> Z * Z.

Hypothesis positive : 0 < n.
Hypothesis turn_twice : forall s, turn (turn s) = s.
Hypothesis turn_range : forall x y, 0 <= x < n /\ 0 <= y < n ->
  0 <= fst (turn (x, y)) < n /\ 0 <= snd (turn (x, y)) < n.
Hypothesis turn_step : forall s d, turn (step s d) = step (turn s) (turn_direction d).
Hypothesis turn_directions : forall d, In d directions -> In (turn_direction d) directions.
Hypothesis turn_direction_twice : forall d, turn_direction (turn_direction d) = d.

Definition is_square (p : position) : Prop := width p = n /\ height p = n.

Definition image (p : position) : position :=
  draw (width p) (height p) (fun s => disc_at p (turn s)) (mover p).

Lemma on_board_turn : forall p s, is_square p -> on_board p (turn s) = on_board p s.
Proof.
  assert (A : forall p s, is_square p -> on_board p s = true -> on_board p (turn s) = true).
  { intros p [x y] [RW RH] B; apply on_board_iff in B; rewrite RW, RH in B.
    pose proof (turn_range x y B) as T; destruct (turn (x, y)) as [u v]; cbn [fst snd] in T.
    apply on_board_iff; rewrite RW, RH; exact T. }
  intros p s Sq; apply eq_true_iff_eq; split; intros B; [| apply A; assumption].
  rewrite <- (turn_twice s); apply A; assumption.
Qed.

Lemma disc_at_image : forall p s, is_square p -> disc_at (image p) s = disc_at p (turn s).
Proof.
  intros p s Sq; unfold image; rewrite disc_at_draw.
  replace (on_board (draw _ _ _ _) s) with (on_board p s) by (destruct s; reflexivity).
  rewrite <- (on_board_turn p s Sq); destruct (on_board p (turn s)) eqn:B; [reflexivity |].
  destruct (disc_at p (turn s)) eqn:D; [| reflexivity].
  apply disc_on_board in D; congruence.
Qed.

Lemma outflanked_image : forall k p s d, is_square p ->
  outflanked k (image p) s d = option_map (map turn) (outflanked k p (turn s) (turn_direction d)).
Proof.
  induction k as [| k IH]; intros p s d Sq; [reflexivity |].
  cbn [outflanked]; rewrite disc_at_image by exact Sq; change (mover (image p)) with (mover p).
  destruct (disc_at p (turn s)) as [c |]; [| reflexivity].
  destruct (same_color c (mover p)); [reflexivity |].
  rewrite IH, turn_step by exact Sq.
  destruct (outflanked k p (step (turn s) (turn_direction d)) (turn_direction d)); [| reflexivity].
  cbn [option_map map]; rewrite turn_twice; reflexivity.
Qed.

Lemma in_map_turn : forall t l, In t (map turn l) <-> In (turn t) l.
Proof.
  intros t l; rewrite in_map_iff; split.
  - intros (s & <- & I); rewrite turn_twice; exact I.
  - intros I; exists (turn t); rewrite turn_twice; auto.
Qed.

Lemma flips_image : forall p s t, is_square p ->
  In t (flips (image p) s) <-> In (turn t) (flips p (turn s)).
Proof.
  intros p s t Sq; unfold flips; rewrite !in_flat_map.
  assert (E : forall d, In t (flips_toward (image p) s d) <->
                        In (turn t) (flips_toward p (turn s) (turn_direction d))).
  { intros d; unfold flips_toward; rewrite outflanked_image, turn_step by exact Sq.
    change (width (image p)) with (width p); change (height (image p)) with (height p).
    destruct (outflanked _ p _ _) as [l |]; cbn [option_map]; [apply in_map_turn | reflexivity]. }
  split; intros (d & D & I).
  - exists (turn_direction d); split; [apply turn_directions; exact D | apply E; exact I].
  - exists (turn_direction d); split; [apply turn_directions; exact D |].
    apply E; rewrite turn_direction_twice; exact I.
Qed.

Lemma legal_image : forall p s, is_square p -> legal (image p) s = legal p (turn s).
Proof.
  intros p s Sq; unfold legal, is_empty; rewrite disc_at_image, on_board_turn by exact Sq.
  replace (on_board (image p) s) with (on_board p s) by (destruct s; reflexivity).
  f_equal; pose proof (fun t => flips_image p s t Sq) as E.
  destruct (flips (image p) s) as [| a l], (flips p (turn s)) as [| b m]; try reflexivity; exfalso.
  - apply (proj2 (E (turn b))); rewrite turn_twice; left; reflexivity.
  - apply (proj1 (E a)); left; reflexivity.
Qed.

Lemma moves_image : forall p s, is_square p -> In s (moves (image p)) <-> In (turn s) (moves p).
Proof. intros p s Sq; rewrite !in_moves, legal_image by exact Sq; reflexivity. Qed.

Lemma no_moves_image : forall p, is_square p -> moves (image p) = [] <-> moves p = [].
Proof.
  intros p Sq; pose proof (fun s => moves_image p s Sq) as E.
  destruct (moves (image p)) as [| a l], (moves p) as [| b m]; split; intros X; try congruence; exfalso.
  - apply (proj2 (E (turn b))); rewrite turn_twice; left; reflexivity.
  - apply (proj1 (E a)); left; reflexivity.
Qed.

Lemma play_image : forall p s, is_square p -> play (image p) s = image (play p (turn s)).
Proof.
  intros p s Sq; unfold play at 1.
  change (image (play p (turn s))) with
    (draw (width p) (height p) (fun t => disc_at (play p (turn s)) (turn t)) (other (mover p))).
  change (width (image p)) with (width p); change (height (image p)) with (height p).
  change (mover (image p)) with (mover p); unfold draw; f_equal.
  apply map_ext_in; intros t T; apply in_squares in T.
  rewrite disc_at_play, disc_at_image, on_board_turn, T by exact Sq; cbn [andb].
  change (mover (image p)) with (mover p).
  replace (existsb (same_square (turn t)) (turn s :: flips p (turn s)))
    with (existsb (same_square t) (s :: flips (image p) s)); [reflexivity |].
  apply eq_true_iff_eq; rewrite !existsb_exists; split.
  - intros (u & [<- | I] & S); apply same_square_eq in S; subst t.
    + exists (turn s); split; [left; reflexivity | apply same_square_eq; reflexivity].
    + exists (turn u); split; [right | apply same_square_eq; reflexivity].
      apply flips_image in I; assumption.
  - intros (u & [<- | I] & S); apply same_square_eq in S.
    + exists s; split; [left; reflexivity |]; apply same_square_eq.
      rewrite <- (turn_twice t), S, turn_twice; reflexivity.
    + exists t; split; [right | apply same_square_eq; reflexivity].
      apply flips_image; [exact Sq | rewrite S; exact I].
Qed.

Lemma pass_image : forall p, pass (image p) = image (pass p).
Proof.
  intros p; unfold image, pass, draw; cbn [width height cells mover]; f_equal.
Qed.

Lemma map_once : forall A B (f : A -> B) l, (forall x y, f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros A B f l Inj N; induction N as [| x l X N IH]; simpl; constructor; auto.
  intros I; apply in_map_iff in I; destruct I as (y & E & I); apply Inj in E; subst y; auto.
Qed.

Lemma squares_once : NoDup (squares n n).
Proof.
  unfold squares; apply map_once; [| apply seq_NoDup].
  intros a b [= M D]; pose proof (Z.div_mod (Z.of_nat a) n); pose proof (Z.div_mod (Z.of_nat b) n).
  rewrite D, M in *; lia.
Qed.

Lemma count_image : forall p c, is_square p -> count (image p) c = count p c.
Proof.
  assert (A : forall f : square -> bool,
    (length (filter (fun s => f (turn s)) (squares n n)) <= length (filter f (squares n n)))%nat).
  { intros f; rewrite <- (map_length turn); apply NoDup_incl_length.
    - apply map_once; [| apply NoDup_filter, squares_once].
      intros a b E; rewrite <- (turn_twice a), E, turn_twice; reflexivity.
    - intros t T; rewrite in_map_turn, filter_In in T; rewrite turn_twice in T.
      destruct T as [T Ft]; apply filter_In; split; [| exact Ft].
      set (q := Position n n [] Black); change (In t (squares (width q) (height q))).
      apply in_squares; rewrite <- (on_board_turn q t) by (split; reflexivity).
      apply in_squares; exact T. }
  intros p c Sq; pose proof Sq as [RW RH]; unfold count; f_equal.
  change (width (image p)) with (width p); change (height (image p)) with (height p).
  rewrite RW, RH.
  set (holds := fun s => match disc_at p s with Some d => same_color d c | None => false end).
  transitivity (length (filter (fun s => holds (turn s)) (squares n n))).
  - f_equal; apply filter_ext; intros s; unfold holds; rewrite disc_at_image by exact Sq; reflexivity.
  - apply Nat.le_antisymm; [apply A |].
    etransitivity; [| apply (A (fun s => holds (turn s)))].
    apply Nat.eq_le_incl; f_equal; apply filter_ext; intros s; rewrite turn_twice; reflexivity.
Qed.

(** A mirror image has the same value. *)
Theorem value_image : forall o p, is_square p -> value_for o (image p) = value_for o p.
Proof.
  intros o p; induction p as [p IH] using (induction_ltof1 _ turns_left); intros Sq.
  destruct (moves p) as [| s l] eqn:M.
  - assert (Mi : moves (image p) = []) by (apply no_moves_image; assumption).
    destruct (moves (pass p)) as [| t m] eqn:N.
    + rewrite !value_over; auto.
      * unfold score; change (mover (image p)) with (mover p).
        rewrite !count_image by exact Sq; reflexivity.
      * rewrite pass_image; apply no_moves_image; assumption.
    + assert (Np : moves (pass p) <> []) by congruence.
      rewrite (value_pass o p) by assumption; rewrite (value_pass o (image p)).
      * rewrite pass_image; f_equal; apply IH; [| exact Sq].
        apply pass_shortens; assumption.
      * exact Mi.
      * rewrite pass_image; intros E; apply Np, no_moves_image; [exact Sq | exact E].
  - assert (Mp : moves p <> []) by congruence.
    assert (Mi : moves (image p) <> []) by (intros E; apply Mp, no_moves_image; assumption).
    assert (V : forall t, In t (moves p) -> value_for o (image (play p t)) = value_for o (play p t)).
    { intros t T; apply IH; [apply play_shortens; exact T | exact Sq]. }
    apply Z.le_antisymm.
    + destruct (value_is_reached o (image p) Mi) as (t & T & ->).
      apply moves_image in T; [| exact Sq]; rewrite play_image, V by assumption.
      apply value_bounds_moves; exact T.
    + destruct (value_is_reached o p Mp) as (t & T & ->).
      rewrite <- V by exact T; replace (play p t) with (play p (turn (turn t))) by (rewrite turn_twice; reflexivity).
      rewrite <- play_image by exact Sq.
      apply value_bounds_moves, moves_image; [exact Sq | rewrite turn_twice; exact T].
Qed.

(** The same for positions as integers. *)
Definition mirror (x : int) : int :=
  bits_where (fun i => bit_of x (number n (turn (i mod n, i / n)))) (Z.to_nat (n * n)).

Lemma represents_image : forall p own opponent, fits n n ->
  represents n n p own opponent -> represents n n (image p) (mirror own) (mirror opponent).
Proof.
  intros p own opponent F R; pose proof F as (W2 & _ & WW); pose proof R as (RW & RH & RO & RP).
  assert (Sq : is_square p) by (split; assumption).
  assert (A : forall x c, (forall i, bit_of x i = true <->
                0 <= i < n * n /\ disc_at p (i mod n, i / n) = Some c) ->
     forall i, bit_of (mirror x) i = true <->
       0 <= i < n * n /\ disc_at (image p) (i mod n, i / n) = Some c).
  { intros x c X i; unfold mirror; rewrite bit_of_bits_where by lia.
    rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt, Z2Nat.id, X, disc_at_image by (auto; lia).
    assert (T : 0 <= i < n * n ->
      0 <= number n (turn (i mod n, i / n)) < n * n /\
      (number n (turn (i mod n, i / n)) mod n, number n (turn (i mod n, i / n)) / n) =
        turn (i mod n, i / n)).
    { intros I; destruct (of_index n n i) as (Xr & Yr & _); [lia | exact I |].
      pose proof (turn_range (i mod n) (i / n) (conj Xr Yr)) as [Ur Vr].
      destruct (turn (i mod n, i / n)) as [u v]; unfold number; cbn [fst snd] in *.
      split; [apply index_range; assumption |].
      destruct (index n u v Ur) as [-> ->]; reflexivity. }
    split.
    - intros [I [_ D]]; destruct (T I) as [_ E]; rewrite E in D; auto.
    - intros [I D]; destruct (T I) as [N E]; rewrite E; auto. }
  split; [exact RW |]; split; [exact RH |]; split; apply A; assumption.
Qed.

Theorem at_least_mirror : forall o v own opponent, fits n n ->
  at_least n n o v (mirror own) (mirror opponent) -> at_least n n o v own opponent.
Proof.
  intros o v own opponent F L p R.
  rewrite <- value_image by (destruct R as (RW & RH & _); split; assumption).
  apply L, represents_image; assumption.
Qed.

End Mirror.

(** ** Along the diagonals *)

Definition across (s : square) : square := (snd s, fst s).

Definition across_other (n : Z) (s : square) : square := (n - 1 - snd s, n - 1 - fst s).

Theorem at_least_across : forall n o v own opponent, fits n n ->
  at_least n n o v (mirror n across own) (mirror n across opponent) ->
  at_least n n o v own opponent.
Proof.
  intros n o v own opponent F; apply (at_least_mirror n across across).
  - destruct F; lia.
  - intros [x y]; reflexivity.
  - intros x y [X Y]; cbn [across fst snd]; auto.
  - intros [x y] [dx dy]; reflexivity.
  - intros d D; repeat destruct D as [<- | D]; cbn; auto 10; destruct D.
  - intros [dx dy]; reflexivity.
  - exact F.
Qed.

Theorem at_least_across_other : forall n o v own opponent, fits n n ->
  at_least n n o v (mirror n (across_other n) own) (mirror n (across_other n) opponent) ->
  at_least n n o v own opponent.
Proof.
  intros n o v own opponent F.
  apply (at_least_mirror n (across_other n) (fun d => (- snd d, - fst d))).
  - destruct F; lia.
  - intros [x y]; unfold across_other; cbn [fst snd]; f_equal; lia.
  - intros x y [X Y]; unfold across_other; cbn [fst snd]; lia.
  - intros [x y] [dx dy]; unfold across_other, step; cbn [fst snd]; f_equal; lia.
  - intros d D; repeat destruct D as [<- | D]; cbn; auto 10; destruct D.
  - intros [dx dy]; cbn [fst snd]; f_equal; lia.
  - exact F.
Qed.

(** Used in the files for large boards: turns the goal about a position into one about
    its mirror image. *)
Ltac mirrored theorem :=
  apply theorem; [unfold fits; lia |];
  match goal with |- at_least _ _ _ _ ?own ?opponent =>
    let a := eval vm_compute in own in
    let b := eval vm_compute in opponent in
    replace own with a by (vm_compute; reflexivity);
    replace opponent with b by (vm_compute; reflexivity)
  end.

(** Derives the goal from a theorem about one of its mirror images. *)
Ltac from_mirror theorem :=
  first
  [ mirrored at_least_across; exact theorem
  | mirrored at_least_across_other; exact theorem
  | mirrored at_least_across; mirrored at_least_across_other; exact theorem ].
