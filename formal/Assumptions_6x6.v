From Othello Require Import Value_6x6.
Print Assumptions value_6x6.
