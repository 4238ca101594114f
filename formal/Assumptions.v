(* What each theorem takes for granted. `formal/check` compares it with what is allowed. *)
From Othello Require Import Theorems.
Print Assumptions value_4x4.
Print Assumptions value_4x4_parallel.
Print Assumptions value_4x4_fewest.
Print Assumptions value_4x4_parallel_fewest.
Print Assumptions value_4x5.
Print Assumptions value_5x4.
Print Assumptions value_4x6.
Print Assumptions value_6x4.
Print Assumptions value_5x5.
From Othello Require Import Value.
Print Assumptions strategy_secures_value.
Print Assumptions game_ends.
From Othello Require Import Bitboard.
Print Assumptions look_correct.
Print Assumptions geometry_of_ok.
From Othello Require Import Symmetry.
Print Assumptions value_image.
Print Assumptions at_least_across.
