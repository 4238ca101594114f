(* Made by `cargo xtask coq`: the code for the boards of 5x5. *)
Require Import Lia.
From Coq Require Import Uint63.
From Othello Require Import Rules Value Bitboard Counting Checker Boards.

Definition geometry_5x5 := Eval vm_compute in geometry_of 5 5.
Definition look_5x5 := Eval cbv beta iota delta
  [look geometry_5x5 board rows columns falling rising stride inner doublings runs grow go fill]
  in look geometry_5x5.
Definition count_5x5 := Eval cbv beta iota delta [count_ones] in count_ones 3.
Definition board_5x5 : board_code 5 5.
Proof.
  refine (Build_board_code 5 5 _ geometry_5x5 _ look_5x5 (fun own opponent => eq_refl) 3 _
    count_5x5 (fun x => eq_refl) 17825809%uint63); [unfold fits; lia | vm_compute; reflexivity | lia].
Defined.
