(* Made by `cargo xtask coq`: the code for the boards of 5x6. *)
Require Import Lia.
From Coq Require Import Uint63.
From Othello Require Import Rules Value Bitboard Counting Checker Boards.

Definition geometry_5x6 := Eval vm_compute in geometry_of 5 6.
Definition look_5x6 := Eval cbv beta iota delta
  [look geometry_5x6 board rows columns falling rising stride inner doublings runs grow go fill]
  in look geometry_5x6.
Definition count_5x6 := Eval cbv beta iota delta [count_ones] in count_ones 3.
Definition board_5x6 : board_code 5 6.
Proof.
  refine (Build_board_code 5 6 _ geometry_5x6 _ look_5x6 (fun own opponent => eq_refl) 3 _
    count_5x6 (fun x => eq_refl) 570425361%uint63); [unfold fits; lia | vm_compute; reflexivity | lia].
Defined.
