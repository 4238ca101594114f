(* Made by `cargo xtask coq`: how each side secures the value. *)
From Coq Require Import Uint63 PArray.
From Othello Require Import Checker.
Local Open Scope uint63_scope.

Definition for_mover : certificate :=
  Certificate 6 0 8 2
    [| [| 41498504133988894; 4089649666706954 | 0 |] | [| | 0 |] |].

Definition for_other : certificate :=
  Certificate 6 0 10 8
    [| [| 26028; 1975121961995083159; 2754061278041310934; 1072155419723342683; 840624750364976961;
3663611780082912024; 407686631769913792; 19795104013 | 0 |] | [| | 0 |] |].
