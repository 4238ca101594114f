(* Made by `cargo xtask coq`: how each side secures the value. *)
From Coq Require Import Uint63 PArray.
From Othello Require Import Checker.
Local Open Scope uint63_scope.

Definition for_mover : certificate :=
  Certificate 6 0 8 2
    [| [| 1286059783726024291; 44347552069328352 | 0 |] | [| | 0 |] |].

Definition for_other : certificate :=
  Certificate 6 0 10 8
    [| [| 703766568963041382; 192242433131827861; 923039376596679498; 909086702734995503; 51896266044069681;
1083356763904702900; 4897723052029920; 34796555 | 0 |] | [| | 0 |] |].
