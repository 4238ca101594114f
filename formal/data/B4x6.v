(* Made by `cargo xtask coq`: the code for the boards of 4x6. *)
Require Import Lia.
From Coq Require Import Uint63.
From Othello Require Import Rules Value Bitboard Counting Checker Boards.

Definition geometry_4x6 := Eval vm_compute in geometry_of 4 6.
Definition look_4x6 := Eval cbv beta iota delta
  [look geometry_4x6 board rows columns falling rising stride inner doublings runs grow go fill]
  in look geometry_4x6.
Definition count_4x6 := Eval cbv beta iota delta [count_ones] in count_ones 2.
Definition board_4x6 : board_code 4 6.
Proof.
  refine (Build_board_code 4 6 _ geometry_4x6 _ look_4x6 (fun own opponent => eq_refl) 2 _
    count_4x6 (fun x => eq_refl) 9437193%uint63); [unfold fits; lia | vm_compute; reflexivity | lia].
Defined.
