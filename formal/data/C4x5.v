(* Made by `cargo xtask coq`: how each side secures the value. *)
From Coq Require Import Uint63 PArray.
From Othello Require Import Checker.
Local Open Scope uint63_scope.

Definition for_mover : certificate :=
  Certificate 6 0 8 2
    [| [| 1325118644821473614; 4068949988991890 | 0 |] | [| | 0 |] |].

Definition for_other : certificate :=
  Certificate 6 0 10 8
    [| [| 21671097384961803; 3370925132629442577; 160125943995964175; 444263521937782821; 917575213393636197;
686856642853105874; 1595920438965514; 6254512840480679 | 0 |] | [| | 0 |] |].
