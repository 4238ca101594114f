From Othello Require Import Value_5x6.
Print Assumptions value_5x6.
