(** * The theorems

    The program's value is correct for each of these positions. In each proof, Coq runs
    the checker on two certificates made by the program, and the checker is proved
    correct for any certificate. *)

Require Import Lia.
From Coq Require Import Uint63.
Require Import Rules Value Boards.
From Othello Require Import B4x4 B4x5 B5x4 B4x6 B6x4 B5x5.
From Othello Require C4x4 C4x4_parallel C4x4_fewest C4x4_parallel_fewest.
From Othello Require C4x5 C5x4 C4x6 C6x4 C5x5.

Theorem value_4x4 : value (start Diagonal 4 4) = -8.
Proof. by_certificates board_4x4 Most (start Diagonal 4 4) C4x4.for_mover C4x4.for_other. Qed.

Theorem value_4x4_parallel : value (start Parallel 4 4) = -3.
Proof. by_certificates board_4x4 Most (start Parallel 4 4) C4x4_parallel.for_mover C4x4_parallel.for_other. Qed.

Theorem value_4x4_fewest : value_fewest (start Diagonal 4 4) = 3.
Proof. by_certificates board_4x4 Fewest (start Diagonal 4 4) C4x4_fewest.for_mover C4x4_fewest.for_other. Qed.

Theorem value_4x4_parallel_fewest : value_fewest (start Parallel 4 4) = 0.
Proof. by_certificates board_4x4 Fewest (start Parallel 4 4) C4x4_parallel_fewest.for_mover C4x4_parallel_fewest.for_other. Qed.

Theorem value_4x5 : value (start Diagonal 4 5) = 16.
Proof. by_certificates board_4x5 Most (start Diagonal 4 5) C4x5.for_mover C4x5.for_other. Qed.

Theorem value_5x4 : value (start Diagonal 5 4) = 16.
Proof. by_certificates board_5x4 Most (start Diagonal 5 4) C5x4.for_mover C5x4.for_other. Qed.

Theorem value_4x6 : value (start Diagonal 4 6) = 16.
Proof. by_certificates board_4x6 Most (start Diagonal 4 6) C4x6.for_mover C4x6.for_other. Qed.

Theorem value_6x4 : value (start Diagonal 6 4) = 16.
Proof. by_certificates board_6x4 Most (start Diagonal 6 4) C6x4.for_mover C6x4.for_other. Qed.

Theorem value_5x5 : value (start Diagonal 5 5) = 13.
Proof. by_certificates board_5x5 Most (start Diagonal 5 5) C5x5.for_mover C5x5.for_other. Qed.
