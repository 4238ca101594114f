(** * The claims

    [formal/check] adds the values under results/ to this file and compiles it. It
    imports nothing from the files with the theorems, so their authors cannot redefine
    a name that is used here. Only Rules.v and the definitions in Value.v determine
    what these statements mean. *)

From Coq Require Import ZArith List.
From Othello Require Rules Value.
Import Othello.Rules Othello.Value.

(* The two statements must be literally the same. If they differed and Coq compared
   them by computing, it would not terminate. *)
Ltac by_theorem theorem :=
  let said := type of theorem in
  lazymatch goal with |- ?claim => constr_eq said claim end; exact theorem.

Theorem value_is_minimax : forall o p, value_for o p = value_by o (value_for o) p.
Proof. by_theorem Othello.Value.value_unfold. Qed.

Theorem strategy_secures_value : forall o c, exists f, legal_strategy f /\
  forall p q, leads_to f c p q -> is_over q ->
  (seen_by c p (value_for o p) <= seen_by c q (score o q))%Z.
Proof. by_theorem Othello.Value.strategy_secures_value. Qed.

Theorem game_ends : forall f c p, legal_strategy f -> exists q, leads_to f c p q /\ is_over q.
Proof. by_theorem Othello.Value.game_ends. Qed.

Print Assumptions value_is_minimax.
Print Assumptions strategy_secures_value.
Print Assumptions game_ends.
