(** * What the theorems say

    [value (start Diagonal 4 4) = -8]: on 4x4, Black, who moves first, loses by 8 discs if both sides play as
    well as possible. This page defines every word of the theorems: the rules of Othello, and the value of a
    position, which is the final score under best play. You do not have to know Coq: [Definition f a b := ...]
    defines [f a b], and [match] distinguishes cases. [Z] is the type of whole numbers, [[a; b]] is a list, and
    [first :: rest] one that is not empty. A thing that may be missing is [Some x] or [None]. [/] rounds down. *)
From Coq Require Export ZArith.ZArith Lists.List Bool.Bool. Export ListNotations. Open Scope Z_scope.
(** A square is its column and its row, counted from 0 and the upper left corner: b1 is [(1, 0)]. *)
Inductive color := Black | White.
Definition other (c : color) := match c with Black => White | White => Black end.
Definition same_color (a b : color) := match a, b with Black, Black | White, White => true | _, _ => false end.
Definition square := (Z * Z)%type.   Definition same_square (s t : square) := (fst s =? fst t) && (snd s =? snd t).
Definition squares (width height : Z) : list square :=
  map (fun k => (Z.of_nat k mod width, Z.of_nat k / width)) (seq 0 (Z.to_nat width * Z.to_nat height)).
(** A position is a board, with its cells row by row, and the player whose turn it is. *)
Record position := Position { width : Z; height : Z; cells : list (option color); mover : color }.
Definition on_board p '((x, y) : square) := (0 <=? x) && (x <? width p) && (0 <=? y) && (y <? height p).
Definition disc_at (p : position) (s : square) : option color :=
  let (x, y) := s in if on_board p s then nth (Z.to_nat (y * width p + x)) (cells p) None else None.
Definition draw (w h : Z) (disc : square -> option color) := Position w h (map disc (squares w h)).
(** Two discs of each colour in the centre, and Black to move. In [Parallel], Black has the upper two. *)
Inductive opening := Diagonal | Parallel.
Definition start (o : opening) (width height : Z) := draw width height (fun s =>
  match fst s - width / 2, snd s - height / 2, o with
  | 0, -1, _ | -1, 0, Diagonal | -1, -1, Parallel => Some Black
  | 0, 0, _ | -1, -1, Diagonal | -1, 0, Parallel => Some White
  | _, _, _ => None
  end) Black.
(** A move is legal if its square is empty and it flips a disc: in one of the eight directions there are
    discs of the opponent and then one of the mover. [outflanked] collects them, in a few [steps]. *)
Definition directions : list square := [(1, 0); (1, 1); (0, 1); (-1, 1); (-1, 0); (-1, -1); (0, -1); (1, -1)].
Definition step (s d : square) : square := (fst s + fst d, snd s + snd d).
Fixpoint outflanked (steps : nat) (p : position) (s d : square) : option (list square) :=
  match steps, disc_at p s with
  | S n, Some c => if same_color c (mover p) then Some [] else option_map (cons s) (outflanked n p (step s d) d)
  | _, _ => None
  end.
Definition flips_toward (p : position) (s d : square) : list square :=
  match outflanked (Z.to_nat (width p + height p)) p (step s d) d with Some discs => discs | None => [] end.
Definition flips (p : position) (s : square) := flat_map (flips_toward p s) directions.
Definition is_empty (p : position) (s : square) := match disc_at p s with None => true | Some _ => false end.
Definition legal (p : position) (s : square) :=
  on_board p s && is_empty p s && match flips p s with [] => false | _ => true end.
Definition moves (p : position) := filter (legal p) (squares (width p) (height p)).
Definition play (p : position) (s : square) := draw (width p) (height p)
  (fun t => if existsb (same_square t) (s :: flips p s) then Some (mover p) else disc_at p t) (other (mover p)).
Definition pass (p : position) := Position (width p) (height p) (cells p) (other (mover p)).
(** The score at the end, for the player whose turn it would be: most or fewest discs win, and the empty
    squares count for nobody or, with empties, for the winner. *)
Inductive objective := Most | Fewest | MostWithEmpties | FewestWithEmpties.
Definition count (p : position) (c : color) :=
  let has s := match disc_at p s with Some d => same_color d c | None => false end in
  Z.of_nat (length (filter has (squares (width p) (height p)))).
Definition score (o : objective) (p : position) :=
  let own := count p (mover p) in let opponent := count p (other (mover p)) in
  let lead := match o with Most | MostWithEmpties => own - opponent | _ => opponent - own end in
  match o with Most | Fewest => lead | _ => lead + Z.sgn lead * (width p * height p - own - opponent) end.
(** The value: the best that a move gets, if there is one; else a pass, if the opponent can move; else
    the game is over. What the opponent gets counts with the opposite sign. *)
Definition largest (numbers : list Z) := match numbers with [] => 0 | n :: rest => fold_left Z.max rest n end.
Fixpoint value_within (turns : nat) (o : objective) (p : position) : Z :=
  match turns, moves p, moves (pass p) with
  | S fewer, _ :: _, _ => largest (map (fun s => - value_within fewer o (play p s)) (moves p))
  | S fewer, [], _ :: _ => - value_within fewer o (pass p)
  | _, _, _ => score o p
  end.
Definition value_for o p := value_within (2 + 2 * length (squares (width p) (height p))) o p. (* enough turns *)
Definition value := value_for Most.   Definition value_with_empties := value_for MostWithEmpties.
Definition value_fewest := value_for Fewest.   Definition value_fewest_with_empties := value_for FewestWithEmpties.
