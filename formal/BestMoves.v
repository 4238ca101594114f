(** * The best moves of 4x4

    From each start, for most and for fewest discs: the listed moves are exactly the
    moves that keep the value. *)

Require Import Lia List.
Import ListNotations.
From Coq Require Import Uint63 PArray.
Require Import Rules Value Bitboard Counting Checker Boards.
From Othello Require Import B4x4 Theorems.

(** A position with at most 12 empty squares needs no certificate: the checker
    searches it. *)
Definition searched : certificate := Certificate 12 0 4 0 (make 1 (make 0 0%uint63)).

(** The best moves of a position: [worth] gives the opponent's value after each legal
    move. *)
Lemma best_by : forall o p v worth best, value_for o p = v ->
  moves p = map fst worth ->
  (forall s w, In (s, w) worth -> value_for o (play p s) = w) ->
  best = map fst (filter (fun sw => - snd sw =? v) worth) ->
  forall s, In s (moves p) /\ - value_for o (play p s) = value_for o p <-> In s best.
Proof.
  intros o p v worth best V M Worth -> s; rewrite V, M, !in_map_iff; split.
  - intros [([t w] & E & I) W]; cbn [fst] in E; subst t; exists (s, w); split; [reflexivity |].
    apply filter_In; split; [exact I |]; apply Z.eqb_eq; cbn [snd]; rewrite <- (Worth _ _ I); exact W.
  - intros ([t w] & E & I); cbn [fst] in E; subst t; apply filter_In in I; destruct I as [I W].
    apply Z.eqb_eq in W; cbn [snd] in W; split; [exists (s, w); auto |].
    rewrite (Worth _ _ I); exact W.
Qed.

Ltac by_worth o theorem worth :=
  apply (best_by _ _ _ worth _ theorem);
  [ vm_compute; reflexivity
  | let I := fresh in intros ? ? I; repeat (destruct I as [[= <- <-] | I]); [.. | destruct I];
    match goal with |- value_for _ ?p = _ => by_certificates board_4x4 o p searched searched end
  | reflexivity ].

Theorem best_moves_4x4 : forall s,
  In s (moves (start Diagonal 4 4)) /\
    - value (play (start Diagonal 4 4) s) = value (start Diagonal 4 4) <->
  In s [(1, 0); (0, 1); (3, 2); (2, 3)].
Proof. by_worth Most value_4x4 [((1, 0), 8); ((0, 1), 8); ((3, 2), 8); ((2, 3), 8)]. Qed.

Theorem best_moves_4x4_parallel : forall s,
  In s (moves (start Parallel 4 4)) /\
    - value (play (start Parallel 4 4) s) = value (start Parallel 4 4) <->
  In s [(0, 3); (3, 3)].
Proof. by_worth Most value_4x4_parallel [((0, 3), 3); ((1, 3), 6); ((2, 3), 6); ((3, 3), 3)]. Qed.

Theorem best_moves_4x4_fewest : forall s,
  In s (moves (start Diagonal 4 4)) /\
    - value_fewest (play (start Diagonal 4 4) s) = value_fewest (start Diagonal 4 4) <->
  In s [(1, 0); (0, 1); (3, 2); (2, 3)].
Proof. by_worth Fewest value_4x4_fewest [((1, 0), -3); ((0, 1), -3); ((3, 2), -3); ((2, 3), -3)]. Qed.

Theorem best_moves_4x4_parallel_fewest : forall s,
  In s (moves (start Parallel 4 4)) /\
    - value_fewest (play (start Parallel 4 4) s) = value_fewest (start Parallel 4 4) <->
  In s [(0, 3); (1, 3); (2, 3); (3, 3)].
Proof. by_worth Fewest value_4x4_parallel_fewest [((0, 3), 0); ((1, 3), 0); ((2, 3), 0); ((3, 3), 0)]. Qed.
