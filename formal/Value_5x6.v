(** * 5x6, by a certificate in parts that is made on request *)

Require Import Lia.
From Coq Require Import Uint63.
Require Import Rules Value Bitboard Boards.
From Othello Require C5x6.

Theorem value_5x6 : value (start Diagonal 5 6) = 10.
Proof.
  apply (value_by_certificates 5 6 board_5x6 false 10 (start Diagonal 5 6));
    [reflexivity | reflexivity | exact C5x6.at_least_value | exact C5x6.at_most_value].
Qed.
