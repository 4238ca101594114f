(** * The code for each board size, and the theorem from certificates

    [look] and the number of discs, with everything that depends on the size
    precomputed; and the theorem that two accepted certificates, one for each side,
    prove the value. *)

From Coq Require Import micromega.Lia.
From Coq Require Import Numbers.Cyclic.Int63.Uint63 Array.PArray.
From Othello Require Import Spec Value Bitboard Counting Checker.

(** ** Positions as integers *)

Definition discs_of (W H : Z) (p : position) (c : color) : int :=
  bits_where (fun i => match disc_at p (i mod W, i / W) with
                       | Some d => same_color d c
                       | None => false
                       end) (Z.to_nat (W * H)).

Lemma represents_discs_of : forall W H p, fits W H -> width p = W -> height p = H ->
  represents W H p (discs_of W H p (mover p)) (discs_of W H p (other (mover p))).
Proof.
  intros W H p (W2 & H2 & F) RW RH.
  assert (E : forall c i, bit_of (discs_of W H p c) i = true <->
    0 <= i < W * H /\ disc_at p (i mod W, i / W) = Some c).
  { intros c i; unfold discs_of; rewrite bit_of_bits_where, !andb_true_iff by lia.
    rewrite Z.leb_le, Z.ltb_lt, Z2Nat.id by lia.
    destruct (disc_at p _) as [d |]; [rewrite same_color_eq |]; intuition congruence. }
  split; [exact RW |]; split; [exact RH |]; split; intros i; apply E.
Qed.

(** ** Boards *)

(** The code for boards of one size, with the proof that it is correct. *)
Record board_code (W H : Z) := {
  fits_here : fits W H;
  geometry_here : geometry;
  geometry_here_ok : geometry_here = geometry_of W H;
  look_here : int -> int -> int * (int -> int);
  look_here_ok : forall own opponent, look_here own opponent = look geometry_here own opponent;
  twelves : nat;
  twelves_enough : (twelves <= 6)%nat /\ W * H <= 12 * Z.of_nat twelves;
  count_here : int -> int;
  count_here_ok : forall x, count_here x = count_ones twelves x;
  first_here : int                                (* moves to try first in a search *)
}.

Arguments fits_here {W H}. Arguments geometry_here {W H}. Arguments geometry_here_ok {W H}.
Arguments look_here {W H}. Arguments look_here_ok {W H}. Arguments twelves {W H}.
Arguments twelves_enough {W H}. Arguments count_here {W H}. Arguments count_here_ok {W H}.
Arguments first_here {W H}.

(** [check_on b o c mine own opponent goal empty given] *)
Definition check_on {W H} (b : board_code W H) (o : objective) (c : certificate) :=
  check W H o (look_here b) (count_here b) (board (geometry_here b)) (first_here b) c.

(** The value of each position with these discs is at least, or at most, [v]. The
    player with the discs [own] is to move. *)
Definition at_least (W H : Z) (o : objective) (v : Z) (own opponent : int) : Prop :=
  forall p, represents W H p own opponent -> v <= value_for o p.

Definition at_most (W H : Z) (o : objective) (v : Z) (own opponent : int) : Prop :=
  forall p, represents W H p own opponent -> value_for o p <= v.

Definition goal_number (v : Z) : int := of_Z (v + 64).

Lemma goal_number_ok : forall v, -63 <= v <= 64 -> goal_is (goal_number v) v.
Proof.
  intros v V; split; [| exact V]; unfold goal_number; rewrite to_Z_of_Z; [reflexivity |].
  change wB with 9223372036854775808; lia.
Qed.

Section Board.

Variables W H : Z.
Variable b : board_code W H.

Lemma count_here_right : forall x, (forall i, W * H <= i -> bit_of x i = false) ->
  to_Z (count_here b x) = Z.of_nat (ones_below x (Z.to_nat (W * H))).
Proof.
  intros x X; destruct (twelves_enough b) as [T E]; destruct (fits_here b) as (W2 & H2 & _).
  rewrite (count_here_ok b), count_ones_ok by (auto; intros i I; apply X; lia).
  f_equal; apply ones_below_more; [lia |]; intros i I; apply X; lia.
Qed.

Lemma geometry_here_right : geometry_ok W H (geometry_here b).
Proof. rewrite (geometry_here_ok b); apply geometry_of_ok, (fits_here b). Qed.

(* As in Checker.v: keep Coq from unfolding the walk and the value. *)
Local Strategy expand [check_on at_least at_most proved].
Local Strategy 1000 [check walk beginning value_for].

(** The consequence of an accepted certificate. [given] lists positions for which the
    same is already known. *)
Theorem at_least_by : forall o c v own opponent empty given, -63 <= v <= 64 ->
  (forall p q, In (p, q) given -> at_least W H o v p q) ->
  check_on b o c true own opponent (goal_number v) empty given = true ->
  at_least W H o v own opponent.
Proof.
  intros o c v own opponent empty given V Given Ck.
  exact (check_mine W H o _ _ _ _ (fits_here b) _ geometry_here_right (look_here_ok b)
           count_here_right eq_refl c v own opponent _ empty given (goal_number_ok v V) Given Ck).
Qed.

Theorem at_most_by : forall o c v own opponent empty given, -63 <= v <= 63 ->
  (forall p q, In (p, q) given -> at_least W H o (- v) p q) ->
  check_on b o c false own opponent (goal_number (v + 1)) empty given = true ->
  at_most W H o v own opponent.
Proof.
  intros o c v own opponent empty given V Given Ck p R.
  assert (Gz : goal_is (goal_number (v + 1)) (1 - - v)).
  { replace (1 - - v) with (v + 1) by lia; apply goal_number_ok; lia. }
  pose proof (check_other W H o (look_here b) (count_here b) (board (geometry_here b))
    (first_here b) (fits_here b) _ geometry_here_right (look_here_ok b) count_here_right eq_refl
    c (- v) own opponent _ empty given Gz Given Ck p R) as P.
  rewrite Z.opp_involutive in P; exact P.
Qed.

(** If one side gets all discs, there is nothing to check for the other side: a score
    cannot be less than nothing or more than everything. *)
Theorem at_least_nothing : forall o v own opponent, v <= - (W * H) -> at_least W H o v own opponent.
Proof.
  intros o v own opponent V p (RW & RH & _); destruct (fits_here b) as (W2 & H2 & _).
  pose proof (value_bounds o p); rewrite RW, RH in *; lia.
Qed.

Theorem at_most_everything : forall o v own opponent, W * H <= v -> at_most W H o v own opponent.
Proof.
  intros o v own opponent V p (RW & RH & _); destruct (fits_here b) as (W2 & H2 & _).
  pose proof (value_bounds o p); rewrite RW, RH in *; lia.
Qed.

(** Both bounds together give the value of a position. *)
Theorem value_by_certificates : forall o v p, width p = W -> height p = H ->
  at_least W H o v (discs_of W H p (mover p)) (discs_of W H p (other (mover p))) ->
  at_most W H o v (discs_of W H p (mover p)) (discs_of W H p (other (mover p))) ->
  value_for o p = v.
Proof.
  intros o v p RW RH L M.
  pose proof (represents_discs_of W H p (fits_here b) RW RH) as R.
  specialize (L p R); specialize (M p R); lia.
Qed.

(** The same in one step, which Coq's virtual machine can compute. *)
Theorem value_checked : forall o v p for_mover for_other,
  width p = W -> height p = H -> -63 <= v <= 63 ->
  (let own := discs_of W H p (mover p) in
   let opponent := discs_of W H p (other (mover p)) in
   let empty := of_Z (Z.of_nat (empties p)) in
   (if v <=? - (W * H) then true
    else check_on b o for_mover true own opponent (goal_number v) empty []) &&
   (if W * H <=? v then true
    else check_on b o for_other false own opponent (goal_number (v + 1)) empty [])) = true ->
  value_for o p = v.
Proof.
  intros o v p for_mover for_other RW RH V Ck; cbv zeta in Ck.
  apply andb_true_iff in Ck; destruct Ck as [C1 C2].
  apply value_by_certificates; [exact RW | exact RH | |].
  - destruct (v <=? - (W * H)) eqn:All; [apply at_least_nothing, Z.leb_le; exact All |].
    apply (at_least_by o for_mover v _ _ (of_Z (Z.of_nat (empties p))) []); [lia | intros ? ? [] | exact C1].
  - destruct (W * H <=? v) eqn:All; [apply at_most_everything, Z.leb_le; exact All |].
    apply (at_most_by o for_other v _ _ (of_Z (Z.of_nat (empties p))) []); [lia | intros ? ? [] | exact C2].
Qed.

End Board.

(** Proves a value from two certificates. *)
Ltac by_certificates board o position for_mover for_other :=
  apply (value_checked _ _ board o _ position for_mover for_other);
  [reflexivity | reflexivity | lia | vm_cast_no_check (eq_refl true)].

(** The tactics in the files that the program makes for large boards: one for the
    certificate of a part, and one that combines the parts and leaves their theorems as
    goals. *)
Ltac by_certificate board o certificate empty :=
  apply (at_least_by _ _ board o certificate _ _ _ empty%uint63 []);
  [lia | intros ? ? [] | vm_cast_no_check (eq_refl true)].

Ltac by_parts theorem board o certificate empty given :=
  apply (theorem _ _ board o certificate _ _ _ empty%uint63 given);
  [ lia
  | let I := fresh in
    intros ? ? I; repeat (destruct I as [[= <- <-] | I]); [.. | destruct I]
  | vm_cast_no_check (eq_refl true) ].

Ltac at_least_by_parts := by_parts at_least_by.
Ltac at_most_by_parts := by_parts at_most_by.
