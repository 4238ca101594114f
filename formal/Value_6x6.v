(** * 6x6, by a certificate in parts that is made on request *)

Require Import Lia.
From Coq Require Import Uint63.
Require Import Rules Value Bitboard Boards.
From Othello Require C6x6.

Theorem value_6x6 : value (start Diagonal 6 6) = -4.
Proof.
  apply (value_by_certificates 6 6 board_6x6 false (-4) (start Diagonal 6 6));
    [reflexivity | reflexivity | exact C6x6.at_least_value | exact C6x6.at_most_value].
Qed.
