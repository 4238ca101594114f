(** * Best moves

    The best moves of a position are the moves that keep its value. This proves that a
    list has exactly these moves, from the value of the position after each move. *)

From Coq Require Import micromega.Lia Lists.List.
Import ListNotations.
From Coq Require Import Numbers.Cyclic.Int63.Uint63 Array.PArray.
From Othello Require Import Spec Value Bitboard Counting Checker Boards.

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

Ltac by_worth board o theorem worth :=
  apply (best_by _ _ _ worth _ theorem);
  [ vm_compute; reflexivity
  | let I := fresh in intros ? ? I; repeat (destruct I as [[= <- <-] | I]); [.. | destruct I];
    match goal with |- value_for _ ?p = _ => by_certificates board o p searched searched end
  | reflexivity ].
