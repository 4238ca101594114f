(** * The value of a position

    The value of a position with best play by both sides, and the justification of
    that name: each side has a strategy that secures the value for it, whatever the
    other side does. *)

From Coq Require Import micromega.Lia Arith.Arith Arith.Wf_nat.
From Othello Require Import Spec.

(** ** The game ends *)

(** Every move reduces the number of empty squares, and a pass is followed by a move.
    So this number decreases with every turn. *)
Definition empties (p : position) : nat :=
  length (filter (is_empty p) (squares (width p) (height p))).

Definition turns_left (p : position) : nat :=
  2 * empties p + match moves p with [] => 1 | _ => 0 end.

Lemma turns_left_decrease : well_founded (fun q p => (turns_left q < turns_left p)%nat).
Proof. exact (well_founded_ltof position turns_left). Qed.

(** ** The value *)

(** The value of [p], if [value_of] gives the values of the positions that can come next. *)
Definition value_by (o : objective) (value_of : position -> Z) (p : position) : Z :=
  match moves p with
  | [] =>
      match moves (pass p) with
      | [] => score o p
      | _ => - value_of (pass p)
      end
  | some => largest (map (fun s => - value_of (play p s)) some)
  end.

(* Comparing values by computing them would take too long. *)
Global Strategy 1000 [value_within value_for].
Global Arguments value_for : simpl never.

(** ** Squares and their discs *)

Lemma same_color_eq : forall a b, same_color a b = true <-> a = b.
Proof. intros [] []; split; simpl; congruence. Qed.

Lemma same_color_other : forall c, same_color (other c) c = false.
Proof. intros []; reflexivity. Qed.

Lemma other_other : forall c, other (other c) = c.
Proof. intros []; reflexivity. Qed.

Lemma other_neq : forall c, other c <> c.
Proof. intros []; discriminate. Qed.

Lemma not_same_color : forall a b, same_color a b = false <-> a = other b.
Proof. intros [] []; split; simpl; congruence. Qed.

Lemma same_square_eq : forall s t, same_square s t = true <-> s = t.
Proof.
  intros [x y] [z w]; unfold same_square; simpl.
  rewrite andb_true_iff, !Z.eqb_eq; split; [intros [-> ->] | intros [= -> ->]]; auto.
Qed.

Lemma on_board_iff : forall p x y,
  on_board p (x, y) = true <-> 0 <= x < width p /\ 0 <= y < height p.
Proof. intros; unfold on_board; rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt; lia. Qed.

Lemma in_squares : forall p s,
  In s (squares (width p) (height p)) <-> on_board p s = true.
Proof.
  intros p [x y]; rewrite on_board_iff; unfold squares; rewrite in_map_iff; split.
  - intros (k & [= <- <-] & K); apply in_seq in K.
    assert (0 < width p /\ 0 < height p) by nia.
    assert (Z.of_nat k < width p * height p) by nia.
    pose proof (Z.mod_pos_bound (Z.of_nat k) (width p)).
    pose proof (Z.div_mod (Z.of_nat k) (width p)).
    split; [lia | split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]].
  - intros [X Y]; exists (Z.to_nat (y * width p + x)); split.
    + rewrite Z2Nat.id by nia; f_equal.
      * rewrite Z.add_comm, Z_mod_plus_full; apply Z.mod_small; lia.
      * rewrite Z.div_add_l by lia; rewrite (Z.div_small x) by lia; lia.
    + apply in_seq; split; [lia |]; rewrite Nat.add_0_l, <- Z2Nat.inj_mul by lia.
      apply Z2Nat.inj_lt; nia.
Qed.

Lemma disc_at_draw : forall w h disc c s,
  disc_at (draw w h disc c) s = if on_board (draw w h disc c) s then disc s else None.
Proof.
  intros w h disc c [x y]; unfold disc_at.
  destruct (on_board (draw w h disc c) (x, y)) eqn:B; [| reflexivity].
  apply on_board_iff in B; simpl in *; destruct B as [X Y].
  assert (N : (Z.to_nat (y * w + x) < length (map disc (squares w h)))%nat).
  { unfold squares; rewrite !map_length, seq_length, <- Z2Nat.inj_mul by lia.
    apply Z2Nat.inj_lt; nia. }
  rewrite nth_indep with (d' := disc (0 mod w, 0 / w)) by exact N.
  rewrite map_nth; f_equal.
  unfold squares; rewrite map_length in N; unfold squares in N.
  rewrite map_length in N; change 0 with (Z.of_nat 0).
  rewrite map_nth with (f := fun k => (Z.of_nat k mod w, Z.of_nat k / w)).
  rewrite seq_nth by (rewrite seq_length in N; exact N).
  rewrite Nat.add_0_l, Z2Nat.id by nia; f_equal.
  - rewrite Z.add_comm, Z_mod_plus_full; apply Z.mod_small; lia.
  - rewrite Z.div_add_l by lia; rewrite (Z.div_small x) by lia; lia.
Qed.

Lemma disc_on_board : forall p s c, disc_at p s = Some c -> on_board p s = true.
Proof. intros p [x y] c; unfold disc_at; destruct (on_board p (x, y)); congruence. Qed.

(** The disc on a square after a move. *)
Lemma disc_at_play : forall p s t,
  disc_at (play p s) t =
  if on_board p t && existsb (same_square t) (s :: flips p s)
  then Some (mover p) else disc_at p t.
Proof.
  intros p s t; unfold play; rewrite disc_at_draw.
  replace (on_board (draw _ _ _ _) t) with (on_board p t) by (destruct t; reflexivity).
  destruct (on_board p t) eqn:B; [reflexivity |].
  destruct t as [x y]; unfold disc_at; rewrite B; reflexivity.
Qed.

Lemma disc_at_pass : forall p s, disc_at (pass p) s = disc_at p s.
Proof. intros p [x y]; reflexivity. Qed.

(** ** The recursion terminates *)

Lemma in_moves : forall p s, In s (moves p) <-> legal p s = true.
Proof.
  intros p s; unfold moves; rewrite filter_In, in_squares.
  unfold legal; rewrite !andb_true_iff; tauto.
Qed.

Lemma filter_fewer : forall A (f g : A -> bool) l a,
  (forall x, f x = true -> g x = true) -> In a l -> f a = false -> g a = true ->
  (length (filter f l) < length (filter g l))%nat.
Proof.
  intros A f g l a FG; assert (L : forall l, (length (filter f l) <= length (filter g l))%nat).
  { induction l0 as [| x l0 IH]; simpl; [lia |].
    specialize (FG x); destruct (f x), (g x); simpl; try lia; discriminate FG; reflexivity. }
  induction l as [| x l IH]; simpl; [tauto |].
  intros [-> | I] F G.
  - rewrite F, G; simpl; specialize (L l); lia.
  - specialize (IH I F G); specialize (FG x).
    destruct (f x), (g x); simpl; try lia; discriminate FG; reflexivity.
Qed.

Lemma play_fills : forall p s, legal p s = true -> (empties (play p s) < empties p)%nat.
Proof.
  intros p s L; unfold legal in L; rewrite !andb_true_iff in L; destruct L as [[B E] _].
  unfold empties; change (width (play p s)) with (width p).
  change (height (play p s)) with (height p).
  apply filter_fewer with (a := s); auto.
  - intros t; unfold is_empty; rewrite disc_at_play.
    destruct (on_board p t && _); [discriminate | auto].
  - apply in_squares; exact B.
  - unfold is_empty; rewrite disc_at_play, B; simpl.
    replace (same_square s s) with true; [reflexivity |].
    symmetry; apply same_square_eq; reflexivity.
Qed.

Lemma play_shortens : forall p s, In s (moves p) -> (turns_left (play p s) < turns_left p)%nat.
Proof.
  intros p s M; pose proof (play_fills p s (proj1 (in_moves p s) M)).
  unfold turns_left; destruct (moves p), (moves (play p s)); simpl in *; try tauto; lia.
Qed.

Lemma pass_shortens : forall p,
  moves p = [] -> moves (pass p) <> [] -> (turns_left (pass p) < turns_left p)%nat.
Proof.
  intros p M N; unfold turns_left; rewrite M; destruct (moves (pass p)); [congruence |].
  change (empties (pass p)) with (empties p); lia.
Qed.

(** ** The meaning of the value *)

Lemma value_by_ext : forall o f g p,
  (forall q, (turns_left q < turns_left p)%nat -> f q = g q) -> value_by o f p = value_by o g p.
Proof.
  intros o f g p E; unfold value_by.
  destruct (moves p) as [| s l] eqn:M.
  - destruct (moves (pass p)) eqn:N; [reflexivity |].
    rewrite E; [reflexivity | apply pass_shortens; congruence].
  - f_equal; apply map_ext_in; intros t T.
    rewrite E; [reflexivity | apply play_shortens; congruence].
Qed.

(** The equation that defines the value: the best value after a move if there is a
    legal move, otherwise the value after the pass, and the score at the end of the
    game. *)
Lemma within_succ : forall n o p, value_within (S n) o p = value_by o (value_within n o) p.
Proof.
  intros n o p; cbn [value_within]; unfold value_by.
  destruct (moves p); [destruct (moves (pass p)) |]; reflexivity.
Qed.

(** With more turns than are left, the limit is never reached. *)
Lemma within_enough : forall n m o p, (turns_left p < n)%nat -> (turns_left p < m)%nat ->
  value_within n o p = value_within m o p.
Proof.
  induction n as [| n IH]; intros [| m] o p N M; [lia | lia | lia |].
  rewrite !within_succ; apply value_by_ext; intros q L; apply IH; lia.
Qed.

Lemma turns_enough : forall p, (turns_left p < 2 + 2 * length (squares (width p) (height p)))%nat.
Proof.
  intros p; unfold turns_left, empties.
  assert (L : forall l, (length (filter (is_empty p) l) <= length l)%nat).
  { induction l as [| s l IH]; simpl; [lia |]; destruct (is_empty p s); simpl; lia. }
  specialize (L (squares (width p) (height p))); destruct (moves p); lia.
Qed.

Theorem value_unfold : forall o p, value_for o p = value_by o (value_for o) p.
Proof.
  intros o p; pose proof (turns_enough p) as E; unfold value_for at 1.
  change (2 + ?n)%nat with (S (S n)) in *; rewrite within_succ; apply value_by_ext; intros q L.
  apply within_enough; [lia | apply turns_enough].
Qed.

Lemma value_play : forall o p, moves p <> [] ->
  value_for o p = largest (map (fun s => - value_for o (play p s)) (moves p)).
Proof.
  intros o p M; rewrite value_unfold; unfold value_by at 1; destruct (moves p); congruence.
Qed.

Lemma value_pass : forall o p, moves p = [] -> moves (pass p) <> [] ->
  value_for o p = - value_for o (pass p).
Proof.
  intros o p M N; rewrite value_unfold; unfold value_by; rewrite M.
  destruct (moves (pass p)); congruence.
Qed.

Lemma value_over : forall o p, moves p = [] -> moves (pass p) = [] -> value_for o p = score o p.
Proof. intros o p M N; rewrite value_unfold; unfold value_by; rewrite M, N; reflexivity. Qed.

Lemma fold_max : forall l x,
  x <= fold_left Z.max l x /\ (forall y, In y l -> y <= fold_left Z.max l x) /\
  (fold_left Z.max l x = x \/ In (fold_left Z.max l x) l).
Proof.
  induction l as [| z l IH]; intros x; simpl; [repeat split; auto; [lia | tauto] |].
  destruct (IH (Z.max x z)) as (A & B & C); split; [lia |]; split.
  - intros y [-> | I]; [lia | auto].
  - destruct C as [C | C]; [| auto]; rewrite C; destruct (Z.max_spec x z) as [[_ ->] | [_ ->]]; auto.
Qed.

Lemma largest_bound : forall l x, In x l -> x <= largest l.
Proof.
  intros [| y l] x; simpl; [tauto |]; pose proof (fold_max l y) as (A & B & _).
  intros [-> | I]; auto.
Qed.

Lemma largest_in : forall l, l <> [] -> In (largest l) l.
Proof.
  intros [| y l] N; [congruence |]; simpl; destruct (fold_max l y) as (_ & _ & [C | C]); auto.
Qed.

(** No move gets more than the value, and some move gets it. *)
Theorem value_bounds_moves : forall o p s,
  In s (moves p) -> - value_for o (play p s) <= value_for o p.
Proof.
  intros o p s M; rewrite (value_play o p) by (intros E; rewrite E in M; exact M).
  apply largest_bound, in_map_iff; exists s; auto.
Qed.

Theorem value_is_reached : forall o p, moves p <> [] ->
  exists s, In s (moves p) /\ value_for o p = - value_for o (play p s).
Proof.
  intros o p M; rewrite (value_play o p) by exact M.
  pose proof (largest_in (map (fun s => - value_for o (play p s)) (moves p))) as L.
  rewrite in_map_iff in L; destruct L as (s & E & I).
  - intros E; apply map_eq_nil in E; auto.
  - exists s; auto.
Qed.

(** No score exceeds the number of squares, so no value does either. *)
Lemma count_both : forall p c, 0 <= width p -> 0 <= height p ->
  count p c + count p (other c) <= width p * height p.
Proof.
  intros p c W H; unfold count; rewrite <- Nat2Z.inj_add.
  replace (width p * height p) with (Z.of_nat (length (squares (width p) (height p)))).
  - apply inj_le; induction (squares (width p) (height p)) as [| s l IH]; cbn [filter length]; [lia |].
    destruct (disc_at p s) as [[] |], c; cbn [same_color other length] in *; lia.
  - unfold squares; rewrite map_length, seq_length, Nat2Z.inj_mul, !Z2Nat.id by assumption.
    reflexivity.
Qed.

Lemma score_bounds : forall o p, 0 <= width p -> 0 <= height p ->
  - (width p * height p) <= score o p <= width p * height p.
Proof.
  intros o p W H; pose proof (count_both p (mover p) W H) as B; unfold score; cbv zeta.
  assert (0 <= count p (mover p) /\ 0 <= count p (other (mover p))) by (unfold count; lia).
  assert (S : forall lead, Z.abs lead <= count p (mover p) + count p (other (mover p)) ->
    - (width p * height p) <=
    lead + Z.sgn lead * (width p * height p - count p (mover p) - count p (other (mover p))) <=
    width p * height p).
  { intros lead L; destruct (Z.sgn_spec lead) as [[? ->] | [[? ->] | [? ->]]]; lia. }
  destruct o; [lia | lia | apply S; lia | apply S; lia].
Qed.

Theorem value_bounds : forall o p, 0 <= width p -> 0 <= height p ->
  - (width p * height p) <= value_for o p <= width p * height p.
Proof.
  intros o p; induction p as [p IH] using (well_founded_ind turns_left_decrease); intros W H.
  destruct (moves p) as [| s l] eqn:M.
  - destruct (moves (pass p)) as [| s l] eqn:N.
    + rewrite value_over by assumption; apply score_bounds; assumption.
    + rewrite value_pass by congruence.
      assert (T : (turns_left (pass p) < turns_left p)%nat) by (apply pass_shortens; congruence).
      specialize (IH (pass p) T W H); change (width (pass p)) with (width p) in IH.
      change (height (pass p)) with (height p) in IH; lia.
  - destruct (value_is_reached o p) as (t & I & ->); [congruence |].
    specialize (IH (play p t) (play_shortens p t I) W H).
    change (width (play p t)) with (width p) in IH.
    change (height (play p t)) with (height p) in IH; lia.
Qed.

(** ** Strategies *)

(** A strategy gives a move for each position. It is legal if its moves are. *)
Definition strategy := position -> square.

Definition legal_strategy (f : strategy) : Prop :=
  forall p, moves p <> [] -> In (f p) (moves p).

(** [leads_to f c p q]: a game from [p] can reach [q] if the player with colour [c]
    follows [f] and the other plays any legal moves. *)
Inductive leads_to (f : strategy) (c : color) : position -> position -> Prop :=
  | here : forall p, leads_to f c p p
  | move : forall p s q, In s (moves p) -> (mover p = c -> s = f p) ->
      leads_to f c (play p s) q -> leads_to f c p q
  | forced_pass : forall p q, moves p = [] -> moves (pass p) <> [] ->
      leads_to f c (pass p) q -> leads_to f c p q.

Definition is_over (p : position) : Prop := moves p = [] /\ moves (pass p) = [].

(** Converts a number from the point of view of the player to move to that of player
    [c]. *)
Definition seen_by (c : color) (p : position) (number : Z) : Z :=
  if same_color (mover p) c then number else - number.

Lemma seen_by_after : forall c p q number,
  mover q = other (mover p) -> seen_by c q (- number) = seen_by c p number.
Proof. intros c p q number E; unfold seen_by; rewrite E; destruct (mover p), c; simpl; lia. Qed.

(** The first of the best moves. *)
Definition best_move (o : objective) : strategy := fun p =>
  match find (fun s => - value_for o (play p s) =? value_for o p) (moves p) with
  | Some s => s
  | None => (0, 0)
  end.

Lemma best_move_spec : forall o p, moves p <> [] ->
  In (best_move o p) (moves p) /\ - value_for o (play p (best_move o p)) = value_for o p.
Proof.
  intros o p M; unfold best_move; destruct (find _ _) as [s |] eqn:F.
  - apply find_some in F; rewrite Z.eqb_eq in F; exact F.
  - destruct (value_is_reached o p M) as (s & I & E).
    pose proof (find_none _ _ F s I) as N; apply Z.eqb_neq in N; congruence.
Qed.

(** Each side has a strategy that secures the value: whatever the other side does, the
    final score of a game from [p] is at least the value of [p], both from that side's
    point of view. One side's score is the negative of the other's, so neither can get
    more than the value if the other plays well. *)
Theorem strategy_secures_value : forall o c, exists f, legal_strategy f /\
  forall p q, leads_to f c p q -> is_over q ->
  seen_by c p (value_for o p) <= seen_by c q (score o q).
Proof.
  intros o c; exists (best_move o); split.
  - intros p M; apply best_move_spec; exact M.
  - intros p q L [M N]; induction L as [p | p s q I F L IH | p q I J L IH].
    + rewrite value_over by assumption; lia.
    + specialize (IH M N).
      assert (E : seen_by c p (value_for o p) <= seen_by c p (- value_for o (play p s))).
      { unfold seen_by; destruct (same_color (mover p) c) eqn:S.
        - apply same_color_eq in S; rewrite (F S).
          destruct (best_move_spec o p) as [_ ->]; [| lia].
          intros E; rewrite E in I; exact I.
        - pose proof (value_bounds_moves o p s I); lia. }
      rewrite <- (seen_by_after c p (play p s) (- value_for o (play p s))) in E by reflexivity.
      rewrite Z.opp_involutive in E; lia.
    + specialize (IH M N).
      rewrite value_pass by assumption.
      rewrite <- (seen_by_after c p (pass p)) by reflexivity.
      rewrite Z.opp_involutive; exact IH.
Qed.

(** And every game ends: from each position, a finished position is reached. *)
Theorem game_ends : forall f c p, legal_strategy f -> exists q, leads_to f c p q /\ is_over q.
Proof.
  intros f c p LF; induction p as [p IH] using (well_founded_ind turns_left_decrease).
  destruct (moves p) as [| s l] eqn:M.
  - destruct (moves (pass p)) eqn:N; [exists p; repeat split; auto; apply here |].
    destruct (IH (pass p)) as (q & L & O); [apply pass_shortens; congruence |].
    exists q; split; [| exact O]; apply forced_pass; congruence.
  - assert (I : In (f p) (moves p)) by (apply LF; congruence).
    destruct (IH (play p (f p)) (play_shortens p (f p) I)) as (q & L & O).
    exists q; split; [| exact O]; apply move with (f p); auto.
Qed.
