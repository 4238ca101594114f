(* Made by `cargo xtask coq`: how each side secures the value. *)
From Coq Require Import Uint63 PArray.
From Othello Require Import Checker.
Local Open Scope uint63_scope.

Definition for_mover : certificate :=
  Certificate 6 0 8 2
    [| [| 1349151612526024291; 3325550764712479 | 0 |] | [| | 0 |] |].

Definition for_other : certificate :=
  Certificate 6 0 10 8
    [| [| 274338696502080000; 2014186724779507600; 1552550007487449296; 1537595964035303538; 327052071560769288;
15311558673598146; 8430967809735271; 21114579168131219 | 0 |] | [| | 0 |] |].
