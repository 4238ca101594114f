(** * 5x6, by a larger certificate that is made on request *)

Require Import Lia.
Require Import Rules Value Boards.
From Othello Require C5x6.

Theorem value_5x6 : value (start Diagonal 5 6) = 10.
Proof.
  apply (value_checked _ _ board_5x6 false _ (start Diagonal 5 6) C5x6.for_mover C5x6.for_other);
    [reflexivity | reflexivity | lia | vm_cast_no_check (eq_refl true)].
Qed.
