(** * The rules of Othello

    Apart from Coq itself, this file is all you have to trust: it defines the game.
    Everything else in this folder is proved from it. How to read it:
    [Definition f a b := ...] defines a function [f] of [a] and [b]; [f a b] is
    its result; [match] distinguishes cases; [Z] is the type of whole numbers; a
    [list] is written [[a; b; c]]; an [option] is either [Some t] or [None]; a
    [bool] is [true] or [false], [&&] is "and", [||] is "or". *)

Require Export ZArith List Bool.
Export ListNotations.
Open Scope Z_scope.

(** ** The board *)

(** A disc has one of two colours, and so has the player who owns it. *)
Inductive color := Black | White.

Definition other (c : color) : color :=
  match c with Black => White | White => Black end.

Definition same_color (a b : color) : bool :=
  match a, b with Black, Black | White, White => true | _, _ => false end.

(** A square is its column and its row, counted from 0: a1 is [(0, 0)], in the upper
    left corner; b1 is [(1, 0)]; a2 is [(0, 1)]. *)
Definition square := (Z * Z)%type.

Definition same_square (s t : square) : bool :=
  (fst s =? fst t) && (snd s =? snd t).

(** A position is a board and the player whose turn it is. The cells of the board
    are listed row by row from a1; an empty one is [None]. *)
Record position := Position {
  width : Z;
  height : Z;
  cells : list (option color);
  mover : color
}.

(** All squares row by row: number k is in column [k mod width], row [k / width]. *)
Definition squares (width height : Z) : list square :=
  map (fun k => (Z.of_nat k mod width, Z.of_nat k / width))
    (seq 0 (Z.to_nat width * Z.to_nat height)).

Definition on_board (p : position) (s : square) : bool :=
  let (x, y) := s in
  (0 <=? x) && (x <? width p) && (0 <=? y) && (y <? height p).

(** The disc on a square, or [None] if the square is empty or off the board. *)
Definition disc_at (p : position) (s : square) : option color :=
  let (x, y) := s in
  if on_board p s then nth (Z.to_nat (y * width p + x)) (cells p) None else None.

(** The position with [disc s] on each square [s]. *)
Definition draw (width height : Z) (disc : square -> option color) (mover : color) :=
  Position width height (map disc (squares width height)) mover.

(** ** The start *)

(** Four discs in the centre, with Black to move. [Diagonal] is Othello's usual start,
    with Black on the upper right and the lower left. In [Parallel], Black has the
    upper two. With n columns or rows, the middle ones are [n / 2 - 1] and [n / 2],
    where [/] rounds down. *)
Inductive opening := Diagonal | Parallel.

Definition start (o : opening) (width height : Z) : position :=
  let right := width / 2 in
  let lower := height / 2 in
  let left := right - 1 in
  let upper := lower - 1 in
  let disc (s : square) :=
    if same_square s (left, upper) then
      Some (match o with Diagonal => White | Parallel => Black end)
    else if same_square s (right, upper) then Some Black
    else if same_square s (left, lower) then
      Some (match o with Diagonal => Black | Parallel => White end)
    else if same_square s (right, lower) then Some White
    else None in
  draw width height disc Black.

(** ** Moves *)

(** The eight directions, as steps in columns and rows. *)
Definition directions : list (Z * Z) :=
  [(1, 0); (1, 1); (0, 1); (-1, 1); (-1, 0); (-1, -1); (0, -1); (1, -1)].

Definition step (s : square) (d : Z * Z) : square := (fst s + fst d, snd s + snd d).

(** The opponent's discs on the way from [s] in the direction [d], up to the first disc
    of the mover. The result is [None] if an empty square or the edge of the board
    comes first. The limit [steps], set below, is never reached. *)
Fixpoint outflanked (steps : nat) (p : position) (s : square) (d : Z * Z)
    : option (list square) :=
  match steps with
  | O => None
  | S fewer =>
      match disc_at p s with
      | None => None
      | Some c =>
          if same_color c (mover p) then Some []
          else option_map (cons s) (outflanked fewer p (step s d) d)
      end
  end.

(** The discs that a move on [s] flips in one direction, and in all directions. *)
Definition flips_toward (p : position) (s : square) (d : Z * Z) : list square :=
  match outflanked (Z.to_nat (width p + height p)) p (step s d) d with
  | Some discs => discs
  | None => []
  end.

Definition flips (p : position) (s : square) : list square :=
  flat_map (flips_toward p s) directions.

(** A move places a disc on an empty square. It is legal if it flips a disc. *)
Definition is_empty (p : position) (s : square) : bool :=
  match disc_at p s with None => true | Some _ => false end.

Definition legal (p : position) (s : square) : bool :=
  on_board p s && is_empty p s && match flips p s with [] => false | _ => true end.

Definition moves (p : position) : list square :=
  filter (legal p) (squares (width p) (height p)).

(** After a move, the new disc and the flipped discs belong to the mover, all other
    discs are unchanged, and it is the other player's turn. *)
Definition play (p : position) (s : square) : position :=
  draw (width p) (height p)
    (fun t => if existsb (same_square t) (s :: flips p s) then Some (mover p) else disc_at p t)
    (other (mover p)).

(** A player without a legal move passes. The game is over when neither player has a
    legal move. *)
Definition pass (p : position) : position :=
  Position (width p) (height p) (cells p) (other (mover p)).

(** ** The score *)

Definition count (p : position) (c : color) : Z :=
  let holds s := match disc_at p s with Some d => same_color d c | None => false end in
  Z.of_nat (length (filter holds (squares (width p) (height p)))).

(** The game is played for the most discs or, in reverse Othello, for the fewest.
    The score at the end is the difference of the discs as they lie, from the point of
    view of the player whose turn it would be. In tournaments the winner also gets the
    empty squares. *)
Inductive objective := Most | Fewest | MostWithEmpties | FewestWithEmpties.

Definition score (o : objective) (p : position) : Z :=
  let own := count p (mover p) in
  let opponent := count p (other (mover p)) in
  let with_empties lead := lead + Z.sgn lead * (width p * height p - own - opponent) in
  match o with
  | Most => own - opponent
  | Fewest => opponent - own
  | MostWithEmpties => with_empties (own - opponent)
  | FewestWithEmpties => with_empties (opponent - own)
  end.
