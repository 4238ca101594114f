(** * The definitions against known numbers

    The rules have to be taken on trust, so here Coq uses them to compute independently
    known numbers: the numbers of games of N moves, and the values of small boards,
    directly from the naive definition. *)

From Coq Require Import Numbers.Cyclic.Int63.Uint63.
From Othello Require Import Spec Value Bitboard Boards.
From Othello Require Import B5x6.

(** The number of games of [n] turns; a pass is a turn, and a game that ends early
    counts once. *)
Fixpoint games (n : nat) (p : position) : Z :=
  match n with
  | O => 1
  | S fewer =>
      match moves p with
      | [] => match moves (pass p) with [] => 1 | _ => games fewer (pass p) end
      | some => fold_left Z.add (map (fun s => games fewer (play p s)) some) 0
      end
  end.

Example games_4x4 : map (fun n => games n (start Diagonal 4 4)) [1; 2; 3; 4; 5; 6]%nat =
  [4; 12; 44; 128; 424; 1256].
Proof. vm_compute; reflexivity. Qed.

Example games_4x4_parallel : map (fun n => games n (start Parallel 4 4)) [1; 2; 3; 4; 5; 6]%nat =
  [4; 12; 50; 138; 480; 1310].
Proof. vm_compute; reflexivity. Qed.

Example games_6x6 : map (fun n => games n (start Diagonal 6 6)) [1; 2; 3; 4]%nat =
  [4; 12; 56; 244].
Proof. vm_compute; reflexivity. Qed.

Example games_8x8 : map (fun n => games n (start Diagonal 8 8)) [1; 2; 3]%nat = [4; 12; 56].
Proof. vm_compute; reflexivity. Qed.

(** The moves of the start of 4x4: b1, a2, d3, c4. *)
Example first_moves : moves (start Diagonal 4 4) = [(1, 0); (0, 1); (3, 2); (2, 3)].
Proof. vm_compute; reflexivity. Qed.

(** A board drawn row by row: [x] is a black disc, [o] a white one, [e] an empty
    square. *)
Notation x := (Some Black).
Notation o := (Some White).
Notation e := (@None color).

(** c1 flips along its row, its column and its diagonal. *)
Definition three_ways := Position 3 3 [x; o; e;
                                       e; o; o;
                                       x; e; x] Black.

Example flips_of_c1 : flips three_ways (2, 0) = [(2, 1); (1, 1); (1, 0)].
Proof. vm_compute; reflexivity. Qed.

(** Neither player can move although there are empty squares: the game is over, and the
    score is the difference of the discs as they lie. *)
Definition stuck := Position 3 3 [x; x; x;
                                  e; x; e;
                                  e; e; o] White.

Example stuck_is_over : moves stuck = [] /\ moves (pass stuck) = [].
Proof. vm_compute; auto. Qed.

Example stuck_score : value stuck = -3 /\ value_fewest stuck = 3.
Proof. vm_compute; auto. Qed.

(** Black must pass, and White then has the last move, a1, which flips b1. *)
Definition passing := Position 3 3 [e; x; o;
                                    x; x; x;
                                    x; x; x] Black.

Example black_passes : moves passing = [] /\ moves (pass passing) = [(0, 0)] /\
  value passing = 3.
Proof. vm_compute; auto. Qed.

(** Whole games, by the naive definition. An independent program got the same
    values. *)
Example value_3x3 : value (start Diagonal 3 3) = -9.
Proof. vm_compute; reflexivity. Qed.

Example value_3x3_parallel : value (start Parallel 3 3) = 9.
Proof. vm_compute; reflexivity. Qed.

Example value_3x4 : value (start Diagonal 3 4) = 12.
Proof. vm_compute; reflexivity. Qed.

(** The kernel and the rules give the same moves: a corollary of the theorems, and a
    sanity check of their statements. *)
Example kernel_of_5x6 :
  let p := start Diagonal 5 6 in
  map (fun s => (snd s * 5 + fst s)) (moves p) =
  filter (fun i => bit_of (fst (look_here board_5x6 (discs_of 5 6 p Black) (discs_of 5 6 p White))) i)
    (map Z.of_nat (seq 0 30)).
Proof. vm_compute; reflexivity. Qed.
