(* Made by `cargo xtask coq`: the code for the boards of 6x4. *)
Require Import Lia.
From Coq Require Import Uint63.
From Othello Require Import Rules Value Bitboard Counting Checker Boards.

Definition geometry_6x4 := Eval vm_compute in geometry_of 6 4.
Definition look_6x4 := Eval cbv beta iota delta
  [look geometry_6x4 board rows columns falling rising stride inner doublings runs grow go fill]
  in look geometry_6x4.
Definition count_6x4 := Eval cbv beta iota delta [count_ones] in count_ones 2.
Definition board_6x4 : board_code 6 4.
Proof.
  refine (Build_board_code 6 4 _ geometry_6x4 _ look_6x4 (fun own opponent => eq_refl) 2 _
    count_6x4 (fun x => eq_refl) 8650785%uint63); [unfold fits; lia | vm_compute; reflexivity | lia].
Defined.
