(* Made by `cargo xtask coq`: how each side secures the value. *)
From Coq Require Import Uint63 PArray.
From Othello Require Import Checker.
Local Open Scope uint63_scope.

Definition for_mover : certificate :=
  Certificate 6 0 6 1
    [| [| 627456 | 0 |] | [| | 0 |] |].

Definition for_other : certificate :=
  Certificate 6 0 7 1
    [| [| 45060582658222128 | 0 |] | [| | 0 |] |].
