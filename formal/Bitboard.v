(** * Boards as 63-bit integers

    The discs of each side are the bits of a primitive Coq integer, and moves and flips
    are found by shifts and masks, as in the program: bit [y * W + x] is the square
    [(x, y)]. The results are proved to agree with the rules on every board of at
    least 2 columns and rows and at most 62 squares. *)

From Coq Require Import micromega.Lia.
From Coq Require Import Numbers.Cyclic.Int63.Uint63.
From Othello Require Import Spec Value.

Arguments disc_at : simpl never.
Arguments to_Z : simpl never.

(** ** Bits *)

(** Whether bit [i] is set. There are no bits below 0 or above 62. *)
Definition bit_of (x : int) (i : Z) : bool := Z.testbit (to_Z x) i.

Lemma bit_of_range : forall x i, bit_of x i = true -> 0 <= i < 63.
Proof.
  intros x i B; unfold bit_of in B.
  destruct (Z_lt_le_dec i 0); [rewrite Z.testbit_neg_r in B by lia; discriminate |].
  destruct (Z_lt_le_dec i 63); [lia |].
  rewrite Z.bits_above_log2 in B; try discriminate; pose proof (to_Z_bounded x); [lia |].
  destruct (Z.eq_dec (to_Z x) 0) as [-> | N]; [simpl; lia |].
  assert (Z.log2 (to_Z x) < 63); [| lia].
  apply Z.log2_lt_pow2; [lia |]; change (2 ^ 63) with wB; lia.
Qed.

Lemma bit_of_land : forall x y i, bit_of (x land y)%uint63 i = bit_of x i && bit_of y i.
Proof. intros; unfold bit_of; rewrite land_spec'; apply Z.land_spec. Qed.

Lemma bit_of_lor : forall x y i, bit_of (x lor y)%uint63 i = bit_of x i || bit_of y i.
Proof. intros; unfold bit_of; rewrite lor_spec'; apply Z.lor_spec. Qed.

Lemma bit_of_lxor : forall x y i, bit_of (x lxor y)%uint63 i = xorb (bit_of x i) (bit_of y i).
Proof. intros; unfold bit_of; rewrite lxor_spec'; apply Z.lxor_spec. Qed.

Lemma bit_of_0 : forall i, bit_of 0 i = false.
Proof. intros; unfold bit_of; apply Z.bits_0. Qed.

Lemma bit_of_ext : forall x y, (forall i, bit_of x i = bit_of y i) -> x = y.
Proof. intros x y E; apply to_Z_inj, Z.bits_inj; exact E. Qed.

Lemma bit_of_lsl : forall x k i, i < 63 -> bit_of (x << k)%uint63 i = bit_of x (i - to_Z k).
Proof.
  intros x k i I; unfold bit_of; rewrite lsl_spec; change wB with (2 ^ 63).
  pose proof (to_Z_bounded k).
  rewrite Z.mod_pow2_bits_low by lia; apply Z.mul_pow2_bits; lia.
Qed.

Lemma bit_of_lsr : forall x k i, 0 <= i -> bit_of (x >> k)%uint63 i = bit_of x (i + to_Z k).
Proof.
  intros x k i I; unfold bit_of; rewrite lsr_spec; pose proof (to_Z_bounded k).
  apply Z.div_pow2_bits; lia.
Qed.

(** The integer with one bit set. *)
Definition single (i : Z) : int := (1 << of_Z i)%uint63.

Lemma to_Z_of_Z : forall i, 0 <= i < wB -> to_Z (of_Z i) = i.
Proof. intros i I; rewrite of_Z_spec; apply Z.mod_small; exact I. Qed.

Lemma bit_of_single : forall i j, 0 <= i < 63 -> bit_of (single i) j = (i =? j).
Proof.
  intros i j I; apply eq_true_iff_eq; rewrite Z.eqb_eq; unfold single; split.
  - intros B; pose proof (bit_of_range _ _ B) as R; rewrite bit_of_lsl in B by lia.
    rewrite to_Z_of_Z in B by (unfold wB; simpl; lia).
    unfold bit_of in B; rewrite to_Z_1 in B; change 1 with (2 ^ 0) in B.
    rewrite Z.pow2_bits_eqb, Z.eqb_eq in B by lia; lia.
  - intros <-; rewrite bit_of_lsl, to_Z_of_Z by (unfold wB; simpl; lia).
    rewrite Z.sub_diag; reflexivity.
Qed.

(** The integer whose bits below [n] are given by [f]. *)
Definition bits_where (f : Z -> bool) (n : nat) : int :=
  fold_right (fun i bits => if f (Z.of_nat i) then (single (Z.of_nat i) lor bits)%uint63 else bits)
    0%uint63 (seq 0 n).

Lemma bit_of_bits_where : forall f n i, (n <= 63)%nat ->
  bit_of (bits_where f n) i = (0 <=? i) && (i <? Z.of_nat n) && f i.
Proof.
  intros f n i N; apply eq_true_iff_eq; rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt.
  unfold bits_where.
  assert (E : forall l, (forall k, In k l -> (k < 63)%nat) ->
    (bit_of (fold_right (fun i bits =>
       if f (Z.of_nat i) then (single (Z.of_nat i) lor bits)%uint63 else bits) 0%uint63 l) i = true
     <-> exists k, In k l /\ Z.of_nat k = i /\ f i = true)).
  { induction l as [| k l IH]; intros L; simpl.
    - rewrite bit_of_0; split; [discriminate | intros (k & [] & _)].
    - assert (K : (k < 63)%nat) by (apply L; left; reflexivity).
      specialize (IH (fun k I => L k (or_intror I))).
      destruct (f (Z.of_nat k)) eqn:F.
      + rewrite bit_of_lor, orb_true_iff, IH, bit_of_single, Z.eqb_eq by lia; split.
        * intros [<- | (j & J)]; [exists k; auto | exists j; tauto].
        * intros (j & [<- | J] & <- & G); [auto | right; exists j; auto].
      + rewrite IH; split; intros (j & J & <- & G); exists j; [tauto |].
        destruct J as [<- | J]; [congruence | auto]. }
  rewrite E by (intros k K; apply in_seq in K; lia); split.
  - intros (k & K & <- & F); apply in_seq in K; split; [lia | exact F].
  - intros [R F]; exists (Z.to_nat i); rewrite in_seq, Z2Nat.id by lia; split; [lia | auto].
Qed.

(** ** Runs *)

(** Moves all squares one way, by a shift: bit [i] of the result is bit
    [i - shift_by ahead k] of [x]. *)
Definition go (ahead : bool) (k x : int) : int :=
  (if ahead then x << k else x >> k)%uint63.

Definition shift_by (ahead : bool) (k : int) : Z := if ahead then to_Z k else - to_Z k.

Lemma bit_of_go : forall ahead k x mask i,
  bit_of (go ahead k x land mask)%uint63 i = bit_of x (i - shift_by ahead k) && bit_of mask i.
Proof.
  intros ahead k x mask i; rewrite bit_of_land.
  destruct (bit_of mask i) eqn:M; [| rewrite !andb_false_r; reflexivity].
  apply bit_of_range in M; rewrite !andb_true_r; unfold go, shift_by.
  destruct ahead; [apply bit_of_lsl; lia |].
  rewrite bit_of_lsr by lia; f_equal; lia.
Qed.

(** The runs of discs that start next to a square of [from], by Kogge and Stone's
    parallel prefix. If the first of the [shifts] spans n steps, [run] has the runs of
    at most n discs, and [discs] has the squares at the end of n discs. Each round
    doubles n. *)
Fixpoint grow (ahead : bool) (shifts : list int) (run discs : int) : int :=
  match shifts with
  | [] => run
  | k :: rest =>
      let run' := (run lor (go ahead k run land discs))%uint63 in
      match rest with
      | [] => run'
      | _ =>
          let discs' := (go ahead k discs land discs)%uint63 in
          grow ahead rest run' discs'
      end
  end.

Definition runs (ahead : bool) (stride : int) (doublings : list int) (from discs : int) : int :=
  let run := (go ahead stride from land discs)%uint63 in
  grow ahead doublings run discs.

(** The shifts are [n], [2 n], [4 n] ... steps of [d]. *)
Fixpoint doubling (ahead : bool) (n d : Z) (shifts : list int) : Prop :=
  match shifts with
  | [] => True
  | k :: rest => shift_by ahead k = n * d /\ doubling ahead (2 * n) d rest
  end.

Definition is_run (from discs : Z -> bool) (d longest i : Z) : Prop :=
  exists n, 1 <= n <= longest /\ from (i - n * d) = true /\
    forall j, 0 <= j < n -> discs (i - j * d) = true.

Lemma grow_spec : forall from discs d ahead shifts n run ends,
  1 <= n -> doubling ahead n d shifts ->
  (forall i, bit_of run i = true <-> is_run from discs d n i) ->
  (forall i, bit_of ends i = true <-> forall j, 0 <= j < n -> discs (i - j * d) = true) ->
  forall i, bit_of (grow ahead shifts run ends) i = true <->
            is_run from discs d (n * 2 ^ Z.of_nat (length shifts)) i.
Proof.
  intros from discs d ahead; induction shifts as [| k rest IH]; intros n run ends N K R E i.
  { simpl grow; rewrite R; simpl length; rewrite Z.mul_1_r; reflexivity. }
  destruct K as [K D].
  set (run' := (run lor (go ahead k run land ends))%uint63).
  set (ends' := (go ahead k ends land ends)%uint63).
  assert (R' : forall i, bit_of run' i = true <-> is_run from discs d (2 * n) i).
  { clear i; intros i; unfold run'; rewrite bit_of_lor, bit_of_go, orb_true_iff, andb_true_iff.
    rewrite !R, E, K; split.
    - intros [(m & M & F & A) | [(m & M & F & A) B]].
      + exists m; split; [lia | auto].
      + exists (n + m); split; [lia |]; split; [rewrite <- F; f_equal; lia |].
        intros j J; destruct (Z_lt_le_dec j n); [apply B; lia |].
        rewrite <- (A (j - n)) by lia; f_equal; lia.
    - intros (m & M & F & A); destruct (Z_lt_le_dec n m).
      + right; split; [| intros j J; apply A; lia].
        exists (m - n); split; [lia |]; split; [rewrite <- F; f_equal; lia |].
        intros j J; rewrite <- (A (n + j)) by lia; f_equal; lia.
      + left; exists m; split; [lia | auto]. }
  assert (E' : forall i, bit_of ends' i = true <->
                 forall j, 0 <= j < 2 * n -> discs (i - j * d) = true).
  { clear i; intros i; unfold ends'; rewrite bit_of_go, andb_true_iff, !E, K; split.
    - intros [A B] j J; destruct (Z_lt_le_dec j n); [apply B; lia |].
      rewrite <- (A (j - n)) by lia; f_equal; lia.
    - intros A; split; intros j J; [| apply A; lia].
      rewrite <- (A (n + j)) by lia; f_equal; lia. }
  assert (G : grow ahead (k :: rest) run ends = grow ahead rest run' ends')
    by (destruct rest; reflexivity).
  rewrite G, (IH (2 * n) run' ends') by (auto; lia).
  replace (n * 2 ^ Z.of_nat (length (k :: rest))) with (2 * n * 2 ^ Z.of_nat (length rest));
    [reflexivity |].
  simpl length; rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; lia.
Qed.

Lemma runs_spec : forall ahead stride doublings from discs i,
  let d := shift_by ahead stride in
  doubling ahead 1 d doublings ->
  bit_of (runs ahead stride doublings from discs) i = true <->
  is_run (bit_of from) (bit_of discs) d (2 ^ Z.of_nat (length doublings)) i.
Proof.
  intros ahead stride doublings from discs i d D; unfold runs.
  rewrite <- (Z.mul_1_l (2 ^ _)); revert i; apply grow_spec; [lia | exact D | |]; intros i.
  - rewrite bit_of_go, andb_true_iff; fold d; split.
    + intros [F B]; exists 1; rewrite (Z.mul_1_l d); split; [lia |]; split; [exact F |].
      intros j J; replace j with 0 by lia; rewrite Z.sub_0_r; exact B.
    + intros (n & N & F & A); replace n with 1 in * by lia; rewrite Z.mul_1_l in F.
      split; [exact F |]; rewrite <- (A 0) by lia; f_equal; lia.
  - split; [intros B j J; replace j with 0 by lia; rewrite Z.sub_0_r; exact B |].
    intros A; rewrite <- (A 0) by lia; f_equal; lia.
Qed.

(** ** The kernel *)

(** The data shared by all lines of one slope: the distance between the bits of
    neighbours, the squares that have a neighbour on both sides in their row
    (if the lines cross columns; a run of these cannot wrap around the edge), and
    the shifts after the first. *)
Record axis := Axis { stride : int; inner : int; doublings : list int }.

Record geometry := Geometry { board : int; rows : axis; columns : axis; falling : axis; rising : axis }.

(** The opponent's discs between a disc of the mover and the square [i] next to
    [within], where [within] has the runs from the mover's discs in the opposite
    direction. Usually there are none, which is quick to see. *)
Definition fill (ahead : bool) (a : axis) (from within : int) : int :=
  let first := (go ahead (stride a) from land within)%uint63 in
  if (first =? 0)%uint63 then 0%uint63 else grow ahead (doublings a) first within.

(** The legal moves of the player who owns [own], and the discs that each of them
    flips. *)
Definition look (g : geometry) (own opponent : int) : int * (int -> int) :=
  let '(Geometry board a b c d) := g in
  (let a_discs := opponent land inner a in
   let b_discs := opponent land inner b in
   let c_discs := opponent land inner c in
   let d_discs := opponent land inner d in
   let a_ahead := runs true (stride a) (doublings a) own a_discs in
   let a_behind := runs false (stride a) (doublings a) own a_discs in
   let b_ahead := runs true (stride b) (doublings b) own b_discs in
   let b_behind := runs false (stride b) (doublings b) own b_discs in
   let c_ahead := runs true (stride c) (doublings c) own c_discs in
   let c_behind := runs false (stride c) (doublings c) own c_discs in
   let d_ahead := runs true (stride d) (doublings d) own d_discs in
   let d_behind := runs false (stride d) (doublings d) own d_discs in
   let beyond :=
     go true (stride a) a_ahead lor go false (stride a) a_behind lor
     go true (stride b) b_ahead lor go false (stride b) b_behind lor
     go true (stride c) c_ahead lor go false (stride c) c_behind lor
     go true (stride d) d_ahead lor go false (stride d) d_behind in
   (beyond land (board lxor (own lor opponent)),
    fun square =>
      fill true a square a_behind lor fill false a square a_ahead lor
      fill true b square b_behind lor fill false b square b_ahead lor
      fill true c square c_behind lor fill false c square c_ahead lor
      fill true d square d_behind lor fill false d square d_ahead))%uint63.

(** The geometry of a board of [W] columns and [H] rows. *)
Definition axis_of (W H : Z) (d : Z * Z) (longest : Z) : axis :=
  let (dx, dy) := d in
  let distance := dy * W + dx in
  Axis (of_Z distance)
    (bits_where (fun i => (dx =? 0) || ((1 <=? i mod W) && (i mod W <=? W - 2)))
       (Z.to_nat (W * H)))
    (map (fun round => of_Z (2 ^ Z.of_nat round * distance))
       (seq 0 (Z.to_nat (Z.log2_up longest)))).

Definition geometry_of (W H : Z) : geometry :=
  Geometry (bits_where (fun _ => true) (Z.to_nat (W * H)))
    (axis_of W H (1, 0) (W - 2)) (axis_of W H (0, 1) (H - 2))
    (axis_of W H (1, 1) (Z.min W H - 2)) (axis_of W H (-1, 1) (Z.min W H - 2)).

Definition fits (W H : Z) : Prop := 2 <= W /\ 2 <= H /\ W * H <= 62.

(** The requirements for an axis with steps [(dx, dy)]. *)
Definition axis_ok (W H dx dy : Z) (a : axis) : Prop :=
  let longest := 2 ^ Z.of_nat (length (doublings a)) in
  to_Z (stride a) = dy * W + dx /\
  doubling true 1 (dy * W + dx) (doublings a) /\
  (forall i, bit_of (inner a) i = true <->
             0 <= i < W * H /\ (dx <> 0 -> 1 <= i mod W <= W - 2)) /\
  ((dx <> 0 /\ W <= longest + 2) \/ (dy <> 0 /\ H <= longest + 2)) /\
  -1 <= dx <= 1 /\ -1 <= dy <= 1.

Lemma axis_of_ok : forall W H dx dy longest,
  fits W H -> -1 <= dx <= 1 -> 0 <= dy <= 1 -> 0 < dy * W + dx -> longest <= 60 ->
  (dx <> 0 /\ W <= longest + 2) \/ (dy <> 0 /\ H <= longest + 2) ->
  axis_ok W H dx dy (axis_of W H (dx, dy) longest).
Proof.
  intros W H dx dy longest (W2 & H2 & F) X Y P B L.
  assert (D : dy * W + dx <= 63) by nia.
  assert (R : 0 <= Z.log2_up longest <= 6).
  { split; [apply Z.log2_up_nonneg |].
    change 6 with (Z.log2_up 64); apply Z.log2_up_le_mono; lia. }
  assert (P6 : forall r, 0 <= r <= 6 -> 1 <= 2 ^ r <= 64).
  { intros r Hr; split; [apply (Z.pow_le_mono_r 2 0 r); lia | apply (Z.pow_le_mono_r 2 r 6); lia]. }
  unfold axis_ok, axis_of; cbn [stride inner doublings].
  rewrite map_length, seq_length, Z2Nat.id by lia; repeat split; try lia.
  - apply to_Z_of_Z; unfold wB; simpl; lia.
  - assert (G : forall l n, Z.of_nat n + Z.of_nat l <= 6 ->
      doubling true (2 ^ Z.of_nat n) (dy * W + dx)
        (map (fun round => of_Z (2 ^ Z.of_nat round * (dy * W + dx))) (seq n l))).
    { induction l as [| l IH]; intros n N; simpl; [exact I |].
      specialize (P6 (Z.of_nat n)); split.
      - apply to_Z_of_Z; unfold wB; simpl; nia.
      - specialize (IH (S n)); rewrite Nat2Z.inj_succ, Z.pow_succ_r in IH by lia.
        apply IH; lia. }
    apply (G _ 0%nat); rewrite Z2Nat.id; simpl; lia.
  - rewrite bit_of_bits_where, !andb_true_iff, Z.leb_le in H0 by lia; lia.
  - rewrite bit_of_bits_where, !andb_true_iff, Z.ltb_lt in H0 by lia; lia.
  - rewrite bit_of_bits_where, !andb_true_iff, orb_true_iff in H0 by lia.
    rewrite Z.eqb_eq, andb_true_iff, !Z.leb_le in H0; lia.
  - rewrite bit_of_bits_where, !andb_true_iff, orb_true_iff in H0 by lia.
    rewrite Z.eqb_eq, andb_true_iff, !Z.leb_le in H0; lia.
  - intros [I N]; rewrite bit_of_bits_where, !andb_true_iff, orb_true_iff by lia.
    rewrite Z.eqb_eq, andb_true_iff, !Z.leb_le, Z.ltb_lt; lia.
  - assert (E : longest <= 2 ^ Z.log2_up longest).
    { destruct (Z_le_gt_dec longest 1).
      - specialize (P6 (Z.log2_up longest)); lia.
      - apply Z.log2_up_spec; lia. }
    lia.
Qed.

(** ** Positions as two integers *)

(** A square's bit is set in [own] if the mover has a disc there, and in [opponent] if
    the other player has. *)
Definition represents (W H : Z) (p : position) (own opponent : int) : Prop :=
  width p = W /\ height p = H /\
  (forall i, bit_of own i = true <->
     0 <= i < W * H /\ disc_at p (i mod W, i / W) = Some (mover p)) /\
  (forall i, bit_of opponent i = true <->
     0 <= i < W * H /\ disc_at p (i mod W, i / W) = Some (other (mover p))).

Lemma index : forall W x y, 0 <= x < W -> (y * W + x) mod W = x /\ (y * W + x) / W = y.
Proof.
  intros W x y X; split.
  - rewrite Z.add_comm, Z_mod_plus_full; apply Z.mod_small; lia.
  - rewrite Z.div_add_l by lia; rewrite (Z.div_small x) by lia; lia.
Qed.

Lemma index_range : forall W H x y, 0 <= x < W -> 0 <= y < H -> 0 <= y * W + x < W * H.
Proof. intros; nia. Qed.

Lemma of_index : forall W H i, 0 < W -> 0 <= i < W * H ->
  0 <= i mod W < W /\ 0 <= i / W < H /\ i / W * W + i mod W = i.
Proof.
  intros W H i P I; pose proof (Z.mod_pos_bound i W P); pose proof (Z.div_mod i W).
  assert (0 <= i / W) by (apply Z.div_pos; lia).
  assert (i / W < H) by (apply Z.div_lt_upper_bound; lia); lia.
Qed.

(** ** Outflanking *)

Definition far (s d : Z * Z) (n : Z) : square := (fst s + n * fst d, snd s + n * snd d).

(** A disc on [s] outflanks the next [n] discs in the direction [d]. *)
Definition outflanks (p : position) (s d : Z * Z) (n : Z) : Prop :=
  1 <= n /\ (forall j, 1 <= j <= n -> disc_at p (far s d j) = Some (other (mover p))) /\
  disc_at p (far s d (n + 1)) = Some (mover p).

Lemma far_step : forall s d n, far (step s d) d n = far s d (n + 1).
Proof. intros [x y] [dx dy] n; unfold far, step; simpl; f_equal; lia. Qed.

Lemma far_0 : forall s d, far s d 0 = s.
Proof. intros [x y] [dx dy]; unfold far; simpl; f_equal; lia. Qed.

Lemma outflanked_some : forall steps p s d l, outflanked steps p s d = Some l ->
  exists n, (forall j, 0 <= j < n -> disc_at p (far s d j) = Some (other (mover p))) /\
    0 <= n /\ disc_at p (far s d n) = Some (mover p) /\
    forall t, In t l <-> exists j, 0 <= j < n /\ t = far s d j.
Proof.
  induction steps as [| fewer IH]; intros p s d l; cbn [outflanked]; [discriminate |].
  destruct (disc_at p s) as [c |] eqn:C; [| discriminate].
  destruct (same_color c (mover p)) eqn:S.
  - intros [= <-]; apply same_color_eq in S; subst c; exists 0; rewrite far_0.
    split; [lia |]; split; [lia |]; split; [exact C |].
    intros t; split; [intros [] | intros (j & J & _); lia].
  - apply not_same_color in S; subst c.
    destruct (outflanked fewer p (step s d) d) as [rest |] eqn:E; [| discriminate].
    intros [= <-]; apply IH in E; destruct E as (n & A & N & O & I).
    exists (n + 1); split; [| split; [lia |]; split; [rewrite <- far_step; exact O |]].
    + intros j J; destruct (Z.eq_dec j 0) as [-> | K]; [rewrite far_0; exact C |].
      replace j with (j - 1 + 1) by lia; rewrite <- far_step; apply A; lia.
    + intros t; split.
      * intros [<- | T]; [exists 0; rewrite far_0; split; [lia | reflexivity] |].
        apply I in T; destruct T as (j & J & ->); exists (j + 1); rewrite far_step; split; [lia | auto].
      * intros (j & J & ->); destruct (Z.eq_dec j 0) as [-> | K]; [left; rewrite far_0; reflexivity |].
        right; apply I; exists (j - 1); rewrite far_step; split; [lia | f_equal; lia].
Qed.

Lemma outflanked_complete : forall steps p s d n, 0 <= n < Z.of_nat steps ->
  (forall j, 0 <= j < n -> disc_at p (far s d j) = Some (other (mover p))) ->
  disc_at p (far s d n) = Some (mover p) ->
  exists l, outflanked steps p s d = Some l.
Proof.
  induction steps as [| fewer IH]; intros p s d n N A O; [lia |]; cbn [outflanked].
  destruct (Z.eq_dec n 0) as [-> | K].
  - rewrite far_0 in O; rewrite O; exists [].
    replace (same_color _ _) with true; [reflexivity | symmetry; apply same_color_eq; reflexivity].
  - pose proof (A 0 ltac:(lia)) as F; rewrite far_0 in F; rewrite F, same_color_other.
    destruct (IH p (step s d) d (n - 1)) as [l ->]; [lia | | |].
    + intros j J; rewrite far_step; apply A; lia.
    + rewrite far_step; replace (n - 1 + 1) with n by lia; exact O.
    + simpl; exists (s :: l); reflexivity.
Qed.

Lemma first_is_only : forall p s d n m,
  (forall j, 0 <= j < n -> disc_at p (far s d j) = Some (other (mover p))) ->
  disc_at p (far s d n) = Some (mover p) ->
  (forall j, 0 <= j < m -> disc_at p (far s d j) = Some (other (mover p))) ->
  disc_at p (far s d m) = Some (mover p) -> 0 <= n -> 0 <= m -> n = m.
Proof.
  intros p s d n m A O B P N M; pose proof (other_neq (mover p)).
  destruct (Z_lt_le_dec n m); [rewrite (B n) in O by lia; congruence |].
  destruct (Z_lt_le_dec m n); [rewrite (A m) in P by lia; congruence | lia].
Qed.

Definition is_direction (d : Z * Z) : Prop :=
  -1 <= fst d <= 1 /\ -1 <= snd d <= 1 /\ (fst d <> 0 \/ snd d <> 0).

Lemma in_directions : forall d, In d directions -> is_direction d.
Proof. intros d I; repeat destruct I as [<- | I]; unfold is_direction; simpl; try lia; destruct I. Qed.

Lemma on_board_far : forall p s d n,
  on_board p (far s d n) = true <->
  0 <= fst s + n * fst d < width p /\ 0 <= snd s + n * snd d < height p.
Proof. intros; apply on_board_iff. Qed.

Lemma in_flips_toward : forall p s d t, is_direction d ->
  In t (flips_toward p s d) <-> exists n j, outflanks p s d n /\ 1 <= j <= n /\ t = far s d j.
Proof.
  intros p s d t (X & Y & N0); unfold flips_toward; split.
  - destruct (outflanked _ _ _ _) as [l |] eqn:E; [| intros []]; intros T.
    apply outflanked_some in E; destruct E as (n & A & N & O & I).
    apply I in T; destruct T as (j & J & ->); exists n, (j + 1); split; [| split; [lia |]].
    + split; [lia |]; split; [| rewrite <- far_step; exact O].
      intros i R; replace i with (i - 1 + 1) by lia; rewrite <- far_step; apply A; lia.
    + apply far_step.
  - intros (n & j & (N & A & O) & J & ->).
    assert (B : n < width p + height p).
    { pose proof (disc_on_board _ _ _ (A 1 ltac:(lia))) as F.
      pose proof (disc_on_board _ _ _ O) as G.
      rewrite on_board_far in F, G; nia. }
    assert (A' : forall j, 0 <= j < n -> disc_at p (far (step s d) d j) = Some (other (mover p))).
    { intros i R; rewrite far_step; apply A; lia. }
    assert (O' : disc_at p (far (step s d) d n) = Some (mover p)) by (rewrite far_step; exact O).
    destruct (outflanked_complete (Z.to_nat (width p + height p)) p (step s d) d n)
      as [l E]; [lia | exact A' | exact O' |].
    rewrite E; apply outflanked_some in E; destruct E as (m & Am & M & Om & I).
    assert (n = m) by (eapply first_is_only; eauto; lia); subst m.
    apply I; exists (j - 1); rewrite far_step; split; [lia | f_equal; lia].
Qed.

Lemma in_flips : forall p s t,
  In t (flips p s) <->
  exists d n j, In d directions /\ outflanks p s d n /\ 1 <= j <= n /\ t = far s d j.
Proof.
  intros p s t; unfold flips; rewrite in_flat_map; split.
  - intros (d & D & T); apply in_flips_toward in T; [| apply in_directions; exact D].
    destruct T as (n & j & T); exists d, n, j; tauto.
  - intros (d & n & j & D & T); exists d; split; [exact D |].
    apply in_flips_toward; [apply in_directions; exact D | exists n, j; exact T].
Qed.

Lemma legal_iff : forall p s,
  legal p s = true <->
  on_board p s = true /\ disc_at p s = None /\ exists d n, In d directions /\ outflanks p s d n.
Proof.
  intros p s; unfold legal, is_empty; rewrite !andb_true_iff.
  assert (F : match flips p s with [] => false | _ => true end = true <->
              exists d n, In d directions /\ outflanks p s d n).
  { destruct (flips p s) as [| t l] eqn:E; split; try discriminate.
    - intros (d & n & D & O); exfalso.
      assert (In (far s d 1) (flips p s)) as I.
      { apply in_flips; exists d, n, 1; destruct O as [N O].
        repeat split; auto; try lia; apply O. }
      rewrite E in I; exact I.
    - intros _; assert (In t (flips p s)) as I by (rewrite E; left; reflexivity).
      apply in_flips in I; destruct I as (d & n & j & D & O & _); exists d, n; auto.
    - reflexivity. }
  rewrite F; destruct (disc_at p s); split; intros H; intuition congruence.
Qed.

(** ** Outflanking with bits *)

Section Rays.

Variables W H : Z.
Hypothesis W_fits : 2 <= W.
Variable p : position.
Variables own opponent : int.
Hypothesis R : represents W H p own opponent.

Let index_of (s : square) : Z := snd s * W + fst s.

Lemma own_at : forall s, on_board p s = true ->
  bit_of own (index_of s) = true <-> disc_at p s = Some (mover p).
Proof.
  intros [x y] B; destruct R as (<- & <- & O & _); apply on_board_iff in B.
  unfold index_of; simpl; rewrite O; destruct (index (width p) x y) as [-> ->]; [lia |].
  pose proof (index_range (width p) (height p) x y); tauto.
Qed.

Lemma opponent_at : forall s, on_board p s = true ->
  bit_of opponent (index_of s) = true <-> disc_at p s = Some (other (mover p)).
Proof.
  intros [x y] B; destruct R as (<- & <- & _ & O); apply on_board_iff in B.
  unfold index_of; simpl; rewrite O; destruct (index (width p) x y) as [-> ->]; [lia |].
  pose proof (index_range (width p) (height p) x y); tauto.
Qed.

Lemma index_of_far : forall s d n, index_of (far s d n) = index_of s + n * index_of d.
Proof. intros [x y] [dx dy] n; unfold index_of, far; simpl; ring. Qed.

(** A step from a square stays on the board if the index of the next square is on the
    board and at least one of the two squares is not in an edge column. *)
Lemma step_stays : forall x y dx dy,
  on_board p (x, y) = true -> -1 <= dx <= 1 -> -1 <= dy <= 1 ->
  0 <= (y + dy) * W + (x + dx) < W * H ->
  (dx <> 0 -> 1 <= ((y + dy) * W + (x + dx)) mod W <= W - 2 \/ 1 <= x <= W - 2) ->
  on_board p (x + dx, y + dy) = true.
Proof.
  intros x y dx dy B X Y I C; rewrite on_board_iff in *; destruct R as (RW & RH & _).
  rewrite RW, RH in *.
  assert (0 <= x + dx < W).
  { destruct (Z.eq_dec (x + dx) (-1)) as [E | E].
    { destruct C as [C | C]; [lia | | lia]; rewrite E in C.
      replace ((y + dy) * W + -1) with ((W - 1) + (y + dy - 1) * W) in C by ring.
      rewrite Z_mod_plus_full, Z.mod_small in C; lia. }
    destruct (Z.eq_dec (x + dx) W) as [G | G]; [| lia].
    destruct C as [C | C]; [lia | | lia]; rewrite G in C.
    replace ((y + dy) * W + W) with (0 + (y + dy + 1) * W) in C by ring.
    rewrite Z_mod_plus_full, Z.mod_small in C; lia. }
  split; [lia |]; nia.
Qed.

Variables dx dy : Z.
Hypothesis D : is_direction (dx, dy).
Variable discs : Z -> bool.
Hypothesis discs_inner : forall i, discs i = true <->
  bit_of opponent i = true /\ (dx <> 0 -> 1 <= i mod W <= W - 2).

Let delta := dy * W + dx.

Lemma outflanks_bits : forall s n, on_board p s = true -> 1 <= n ->
  outflanks p s (dx, dy) n <->
  (forall j, 1 <= j <= n -> discs (index_of s + j * delta) = true) /\
  bit_of own (index_of s + (n + 1) * delta) = true.
Proof.
  intros s n B N; destruct D as (X & Y & _); cbn [fst snd] in X, Y.
  replace delta with (index_of (dx, dy)) by reflexivity; split.
  - intros (_ & A & O).
    assert (S : forall j, 0 <= j <= n + 1 -> on_board p (far s (dx, dy) j) = true).
    { intros j J; destruct (Z.eq_dec j 0) as [-> | J0]; [rewrite far_0; exact B |].
      destruct (Z.eq_dec j (n + 1)) as [-> | J1]; [apply (disc_on_board _ _ _ O) |].
      apply (disc_on_board _ _ (other (mover p))), A; lia. }
    split.
    + intros j J; rewrite <- index_of_far; apply discs_inner; split.
      * apply opponent_at; [apply S; lia | apply A; lia].
      * intros DX; pose proof (S (j - 1) ltac:(lia)) as P; pose proof (S j ltac:(lia)) as Q.
        pose proof (S (j + 1) ltac:(lia)) as T; destruct s as [x y].
        rewrite on_board_far in P, Q, T; destruct R as (RW & _ & _).
        unfold index_of, far; cbn [fst snd] in *; rewrite RW in *.
        destruct (index W (x + j * dx) (y + j * dy)) as [-> _]; [lia |].
        assert (dx = 1 \/ dx = -1) as [-> | ->] by lia; lia.
    + rewrite <- index_of_far; apply own_at; [apply S; lia | exact O].
  - intros [A O].
    assert (range : forall i, bit_of own i = true \/ bit_of opponent i = true -> 0 <= i < W * H).
    { intros i [I | I]; destruct R as (_ & _ & RO & RP); [apply RO in I | apply RP in I]; tauto. }
    assert (S : forall j, 0 <= j -> j <= n -> on_board p (far s (dx, dy) j) = true).
    { intros j J; pattern j; apply natlike_ind; [| | exact J].
      - rewrite far_0; auto.
      - clear j J; intros j J IH K; specialize (IH ltac:(lia)).
        pose proof (A (Z.succ j) ltac:(lia)) as DJ; apply discs_inner in DJ.
        destruct DJ as [DO DI]; rewrite <- index_of_far in DO, DI.
        pose proof (range _ (or_intror DO)) as DR; destruct s as [x y].
        unfold far, index_of in *; cbn [fst snd] in *.
        replace (x + Z.succ j * dx) with (x + j * dx + dx) in * by ring.
        replace (y + Z.succ j * dy) with (y + j * dy + dy) in * by ring.
        apply step_stays; auto. }
    assert (L : on_board p (far s (dx, dy) (n + 1)) = true).
    { pose proof (S n ltac:(lia) ltac:(lia)) as Sn; pose proof (A n ltac:(lia)) as DN.
      apply discs_inner in DN; destruct DN as [_ DI].
      pose proof (range _ (or_introl O)) as DR.
      rewrite <- index_of_far in DI, DR; destruct s as [x y].
      unfold far, index_of in *; cbn [fst snd] in *.
      replace (x + (n + 1) * dx) with (x + n * dx + dx) in * by ring.
      replace (y + (n + 1) * dy) with (y + n * dy + dy) in * by ring.
      apply step_stays; auto; intros DX; right.
      specialize (DI DX); apply on_board_iff in Sn; destruct R as (RW & _); rewrite RW in Sn.
      destruct (index W (x + n * dx) (y + n * dy)) as [E _]; [lia |]; rewrite E in DI; lia. }
    split; [lia |]; split.
    + intros j J; pose proof (S j ltac:(lia) ltac:(lia)) as Sj.
      apply opponent_at; [exact Sj |]; rewrite index_of_far.
      apply discs_inner, A; lia.
    + apply own_at; [exact L |]; rewrite index_of_far; exact O.
Qed.

Variable longest : Z.
Hypothesis enough : (dx <> 0 /\ W <= longest + 2) \/ (dy <> 0 /\ H <= longest + 2).

Lemma outflanks_longest : forall s n, on_board p s = true ->
  outflanks p s (dx, dy) n -> n <= longest.
Proof.
  intros [x y] n B (N & A & O); destruct D as (X & Y & _); cbn [fst snd] in X, Y.
  apply disc_on_board, on_board_far in O; apply on_board_iff in B.
  destruct R as (RW & RH & _); rewrite RW, RH in *; cbn [fst snd] in *; nia.
Qed.

(** The runs from the mover's discs in the opposite direction. *)
Variable line : int.
Hypothesis line_spec : forall i, bit_of line i = true <-> is_run (bit_of own) discs (- delta) longest i.

Lemma line_legal : forall s, on_board p s = true ->
  bit_of line (index_of s + delta) = true <-> exists n, outflanks p s (dx, dy) n.
Proof.
  intros s B; rewrite line_spec; split.
  - intros (n & N & F & A); exists n; apply outflanks_bits; [exact B | lia |]; split.
    + intros j J; rewrite <- (A (j - 1)) by lia; f_equal; ring.
    + rewrite <- F; f_equal; ring.
  - intros (n & O); pose proof (outflanks_longest s n B O); pose proof O as [N _].
    apply outflanks_bits in O; [| exact B | lia]; destruct O as [A O].
    exists n; split; [lia |]; split; [rewrite <- O; f_equal; ring |].
    intros j J; rewrite <- (A (j + 1)) by lia; f_equal; ring.
Qed.

Lemma line_flips : forall s i, on_board p s = true ->
  is_run (fun j => index_of s =? j) (bit_of line) delta longest i <->
  exists n j, outflanks p s (dx, dy) n /\ 1 <= j <= n /\ i = index_of s + j * delta.
Proof.
  intros s i B; split.
  - intros (j & J & E & A); apply Z.eqb_eq in E.
    assert (L : forall k, 1 <= k <= j ->
      is_run (bit_of own) discs (- delta) longest (index_of s + k * delta)).
    { intros k K; apply line_spec; rewrite <- (A (j - k)) by lia; f_equal; lia. }
    destruct (L j ltac:(lia)) as (n & N & F & C).
    exists (j + n - 1), j; split; [| split; lia].
    apply outflanks_bits; [exact B | lia |]; split.
    + intros k K; destruct (Z_lt_le_dec k j).
      * destruct (L k ltac:(lia)) as (m & M & _ & G); rewrite <- (G 0) by lia; f_equal; lia.
      * rewrite <- (C (k - j)) by lia; f_equal; ring.
    + rewrite <- F; f_equal; ring.
  - intros (n & j & O & J & ->); pose proof (outflanks_longest s n B O); pose proof O as [N _].
    apply outflanks_bits in O; [| exact B | lia]; destruct O as [A O].
    exists j; split; [lia |]; split; [apply Z.eqb_eq; ring |].
    intros k K; apply line_spec; exists (n + 1 - (j - k)); split; [lia |]; split.
    + rewrite <- O; f_equal; ring.
    + intros m M; rewrite <- (A (j - k + m)) by lia; f_equal; ring.
Qed.

End Rays.

(** ** The kernel agrees with the rules *)

Lemma go_land_0 : forall ahead k mask, (go ahead k 0 land mask)%uint63 = 0%uint63.
Proof. intros; apply bit_of_ext; intros i; rewrite bit_of_go, !bit_of_0; reflexivity. Qed.

Lemma grow_0 : forall ahead shifts discs, grow ahead shifts 0 discs = 0%uint63.
Proof.
  intros ahead; induction shifts as [| k rest IH]; intros discs; [reflexivity |].
  cbn [grow]; rewrite go_land_0; change (0 lor 0)%uint63 with 0%uint63.
  destruct rest; [reflexivity | apply IH].
Qed.

Lemma fill_runs : forall ahead a from within,
  fill ahead a from within = runs ahead (stride a) (doublings a) from within.
Proof.
  intros; unfold fill, runs; destruct (_ =? 0)%uint63 eqn:E; [| reflexivity].
  apply eqb_correct in E; rewrite E, grow_0; reflexivity.
Qed.

Lemma doubling_back : forall shifts n d, doubling true n d shifts -> doubling false n (- d) shifts.
Proof.
  induction shifts as [| k rest IH]; intros n d; cbn; [auto |].
  intros [E D]; split; [lia | apply IH; exact D].
Qed.

Definition toward (ahead : bool) (dx dy : Z) : Z * Z := if ahead then (dx, dy) else (- dx, - dy).

Definition number (W : Z) (s : square) : Z := snd s * W + fst s.

Section Look.

Variables W H : Z.
Hypothesis F : fits W H.
Variable p : position.
Variables own opponent : int.
Hypothesis R : represents W H p own opponent.

Lemma axis_line : forall a dx dy ahead s,
  axis_ok W H dx dy a -> is_direction (dx, dy) -> on_board p s = true ->
  let d := toward ahead dx dy in
  let discs := (opponent land inner a)%uint63 in
  let line := runs (negb ahead) (stride a) (doublings a) own discs in
  (bit_of (go (negb ahead) (stride a) line) (number W s) = true <-> exists n, outflanks p s d n) /\
  (forall i, bit_of (fill ahead a (single (number W s)) line) i = true <->
     exists n j, outflanks p s d n /\ 1 <= j <= n /\ i = number W (far s d j)).
Proof.
  intros a dx dy ahead [x y] (K & D & I & L & X & Y) N B d discs line.
  destruct F as (W2 & H2 & WH); pose proof B as XY; apply on_board_iff in XY.
  destruct R as (RW & RH & _); rewrite RW, RH in XY.
  assert (V : 0 <= number W (x, y) < 63) by (unfold number; cbn [fst snd]; nia).
  set (delta := snd d * W + fst d).
  assert (E : forall b, shift_by b (stride a) = if Bool.eqb b ahead then delta else - delta).
  { unfold shift_by, delta, d, toward; intros []; destruct ahead; rewrite K; cbn [Bool.eqb fst snd]; ring. }
  assert (Dd : forall b, doubling b 1 (shift_by b (stride a)) (doublings a)).
  { intros [].
    - cbn [shift_by]; rewrite K; exact D.
    - cbn [shift_by]; rewrite K; apply doubling_back; exact D. }
  assert (Nd : is_direction (fst d, snd d)).
  { unfold d, toward, is_direction in *; destruct ahead; cbn in *; lia. }
  assert (Ed : d = (fst d, snd d)) by (destruct d; reflexivity).
  assert (In_ : forall i, bit_of discs i = true <->
            bit_of opponent i = true /\ (fst d <> 0 -> 1 <= i mod W <= W - 2)).
  { intros i; unfold discs; rewrite bit_of_land, andb_true_iff, I.
    destruct R as (_ & _ & _ & RQ); specialize (RQ i).
    unfold d, toward; destruct ahead; cbn [fst]; split; intros [P Q]; split; try tauto;
      try (intros; apply Q; lia); split; try tauto; intros; apply Q; lia. }
  assert (Lg : (fst d <> 0 /\ W <= 2 ^ Z.of_nat (length (doublings a)) + 2) \/
               (snd d <> 0 /\ H <= 2 ^ Z.of_nat (length (doublings a)) + 2)).
  { unfold d, toward; destruct ahead; cbn [fst snd]; lia. }
  assert (Ls : forall i, bit_of line i = true <->
     is_run (bit_of own) (bit_of discs) (- delta) (2 ^ Z.of_nat (length (doublings a))) i).
  { intros i; unfold line; rewrite runs_spec by apply Dd.
    rewrite E; destruct ahead; reflexivity. }
  split.
  - assert (G : bit_of (go (negb ahead) (stride a) line) (number W (x, y)) =
                bit_of line (number W (x, y) + delta)).
    { unfold go; pose proof (E (negb ahead)) as En; destruct ahead; cbn [negb shift_by Bool.eqb] in En |- *.
      - rewrite bit_of_lsr by lia; f_equal; lia.
      - rewrite bit_of_lsl by lia; f_equal; lia. }
    rewrite G, Ed; unfold number; cbn [fst snd].
    apply (line_legal W H ltac:(lia) p own opponent R (fst d) (snd d) Nd _ In_ _ Lg line Ls (x, y) B).
  - intros i; rewrite fill_runs, runs_spec by apply Dd.
    rewrite E, Bool.eqb_reflx.
    pose proof (line_flips W H ltac:(lia) p own opponent R (fst d) (snd d) Nd _ In_ _ Lg line Ls
                  (x, y) i B) as T.
    rewrite <- Ed in T; fold delta in T; unfold number in *; cbn [fst snd] in *.
    transitivity (is_run (fun j => y * W + x =? j) (bit_of line) delta
                    (2 ^ Z.of_nat (length (doublings a))) i).
    + unfold is_run; split; intros (n & Q & U & A); exists n; split; auto; split; auto;
        rewrite bit_of_single in * by lia; exact U.
    + rewrite T; split; intros (n & j & O & J & ->); exists n, j; split; auto; split; auto;
        unfold delta, far; cbn [fst snd]; ring.
Qed.

Definition geometry_ok (g : geometry) : Prop :=
  (forall i, bit_of (board g) i = true <-> 0 <= i < W * H) /\
  axis_ok W H 1 0 (rows g) /\ axis_ok W H 0 1 (columns g) /\
  axis_ok W H 1 1 (falling g) /\ axis_ok W H (-1) 1 (rising g).

Variable g : geometry.
Hypothesis G : geometry_ok g.

Lemma eight : forall P : Z * Z -> Prop,
  (exists d, In d directions /\ P d) <->
  P (1, 0) \/ P (-1, 0) \/ P (0, 1) \/ P (0, -1) \/ P (1, 1) \/ P (-1, -1) \/ P (-1, 1) \/ P (1, -1).
Proof.
  intros P; split.
  - intros (d & D & Q); repeat destruct D as [<- | D]; auto 10; destruct D.
  - intros Q; repeat destruct Q as [Q | Q];
      (eexists; split; [| exact Q]; cbn; auto 12).
Qed.

Lemma look_moves : forall s, on_board p s = true ->
  bit_of (fst (look g own opponent)) (number W s) = true <-> legal p s = true.
Proof.
  intros [x y] B; rewrite legal_iff.
  destruct G as (Bd & A1 & A2 & A3 & A4); unfold look; destruct g as [bd a b c d].
  cbn [board rows columns falling rising fst] in *.
  rewrite bit_of_land, !bit_of_lor, bit_of_lxor, bit_of_lor, andb_true_iff, !orb_true_iff.
  assert (is1 : is_direction (1, 0)) by (unfold is_direction; cbn; lia).
  assert (is2 : is_direction (0, 1)) by (unfold is_direction; cbn; lia).
  assert (is3 : is_direction (1, 1)) by (unfold is_direction; cbn; lia).
  assert (is4 : is_direction (-1, 1)) by (unfold is_direction; cbn; lia).
  rewrite (proj1 (axis_line _ _ _ true _ A1 is1 B)), (proj1 (axis_line _ _ _ false _ A1 is1 B)).
  rewrite (proj1 (axis_line _ _ _ true _ A2 is2 B)), (proj1 (axis_line _ _ _ false _ A2 is2 B)).
  rewrite (proj1 (axis_line _ _ _ true _ A3 is3 B)), (proj1 (axis_line _ _ _ false _ A3 is3 B)).
  rewrite (proj1 (axis_line _ _ _ true _ A4 is4 B)), (proj1 (axis_line _ _ _ false _ A4 is4 B)).
  assert (E : xorb (bit_of bd (number W (x, y)))
                (bit_of own (number W (x, y)) || bit_of opponent (number W (x, y))) = true <->
              disc_at p (x, y) = None).
  { pose proof (own_at W H (proj1 F) p own opponent R (x, y) B) as O.
    pose proof (opponent_at W H (proj1 F) p own opponent R (x, y) B) as Q.
    unfold number; cbn [fst snd] in *.
    replace (bit_of bd (y * W + x)) with true.
    2: { symmetry; apply Bd; apply on_board_iff in B; destruct R as (RW & RH & _); rewrite RW, RH in B.
         apply index_range; tauto. }
    destruct (bit_of own _); cbn.
    { rewrite (proj1 O eq_refl); split; discriminate. }
    destruct (bit_of opponent _); cbn.
    { rewrite (proj1 Q eq_refl); split; discriminate. }
    split; [intros _ | reflexivity].
    destruct (disc_at p (x, y)) as [e |]; [| reflexivity].
    destruct (same_color e (mover p)) eqn:S.
    - apply same_color_eq in S; subst e; destruct O as [_ O]; discriminate O; reflexivity.
    - apply not_same_color in S; subst e; destruct Q as [_ Q]; discriminate Q; reflexivity. }
  rewrite E; unfold toward; cbn [Z.opp].
  pose proof (eight (fun d => exists n, outflanks p (x, y) d n)) as Eight.
  split.
  - intros [M N]; split; [exact B |]; split; [exact N |].
    destruct Eight as [_ Eight]; destruct Eight as (e & De & n & O); [tauto |].
    exists e, n; auto.
  - intros (_ & N & e & n & De & O); split; [| exact N].
    destruct Eight as [Eight _]; destruct Eight as [Q | Q]; [exists e; eauto | tauto | tauto].
Qed.

Lemma look_flips : forall s i, on_board p s = true ->
  bit_of (snd (look g own opponent) (single (number W s))) i = true <->
  exists t, In t (flips p s) /\ i = number W t.
Proof.
  intros s i B.
  destruct G as (Bd & A1 & A2 & A3 & A4); unfold look; destruct g as [bd a b c d].
  cbn [board rows columns falling rising snd] in *.
  rewrite !bit_of_lor, !orb_true_iff.
  assert (is1 : is_direction (1, 0)) by (unfold is_direction; cbn; lia).
  assert (is2 : is_direction (0, 1)) by (unfold is_direction; cbn; lia).
  assert (is3 : is_direction (1, 1)) by (unfold is_direction; cbn; lia).
  assert (is4 : is_direction (-1, 1)) by (unfold is_direction; cbn; lia).
  rewrite (proj2 (axis_line _ _ _ true _ A1 is1 B)), (proj2 (axis_line _ _ _ false _ A1 is1 B)).
  rewrite (proj2 (axis_line _ _ _ true _ A2 is2 B)), (proj2 (axis_line _ _ _ false _ A2 is2 B)).
  rewrite (proj2 (axis_line _ _ _ true _ A3 is3 B)), (proj2 (axis_line _ _ _ false _ A3 is3 B)).
  rewrite (proj2 (axis_line _ _ _ true _ A4 is4 B)), (proj2 (axis_line _ _ _ false _ A4 is4 B)).
  unfold toward; cbn [Z.opp].
  pose proof (eight (fun d => exists n j, outflanks p s d n /\ 1 <= j <= n /\
                                          i = number W (far s d j))) as Eight.
  split.
  - intros M; destruct Eight as [_ Eight]; destruct Eight as (e & De & n & j & O & J & ->); [tauto |].
    exists (far s e j); split; [apply in_flips; exists e, n, j; auto | reflexivity].
  - intros (t & T & ->); apply in_flips in T; destruct T as (e & n & j & De & O & J & ->).
    destruct Eight as [Eight _]; destruct Eight as [Q | Q]; [exists e; eauto 6 | tauto | tauto].
Qed.

Lemma square_number : forall i, 0 <= i < W * H ->
  on_board p (i mod W, i / W) = true /\ number W (i mod W, i / W) = i.
Proof.
  intros i I; destruct F as (W2 & _); destruct (of_index W H i) as (X & Y & E); [lia | exact I |].
  destruct R as (RW & RH & _); rewrite on_board_iff, RW, RH; unfold number; cbn [fst snd]; tauto.
Qed.

Lemma look_moves_only : forall i, bit_of (fst (look g own opponent)) i = true ->
  0 <= i < W * H.
Proof.
  intros i; destruct G as (Bd & _); unfold look; destruct g as [bd a b c d]; cbn [board fst] in *.
  rewrite bit_of_land, bit_of_lxor, bit_of_lor, !andb_true_iff; intros [_ E].
  destruct R as (_ & _ & RO & RP).
  destruct (bit_of bd i) eqn:Q; [apply Bd; exact Q |].
  destruct (bit_of own i) eqn:O; [apply RO; exact O |].
  destruct (bit_of opponent i) eqn:P; [apply RP; exact P |].
  rewrite bit_of_lor, O, P in E; discriminate E.
Qed.

End Look.

(** [look] finds the legal moves and the position after each of them. *)
Theorem look_correct : forall W H g p own opponent moves flip,
  fits W H -> geometry_ok W H g -> represents W H p own opponent ->
  look g own opponent = (moves, flip) ->
  (forall i, bit_of moves i = true <-> 0 <= i < W * H /\ legal p (i mod W, i / W) = true) /\
  (forall i, bit_of moves i = true ->
     represents W H (play p (i mod W, i / W))
       (opponent lxor flip (single i))%uint63
       (own lor flip (single i) lor single i)%uint63).
Proof.
  intros W H g p own opponent ms flip F G R E.
  assert (M : forall i, bit_of ms i = true <-> 0 <= i < W * H /\ legal p (i mod W, i / W) = true).
  { intros i; pose proof (look_moves_only W H p own opponent R g G i) as O.
    rewrite E in O; cbn [fst] in O; split.
    - intros B; specialize (O B); split; [exact O |].
      destruct (square_number W H F p own opponent R i O) as [B1 B2].
      apply (look_moves W H F p own opponent R g G _ B1); rewrite B2, E; exact B.
    - intros [I L]; destruct (square_number W H F p own opponent R i I) as [B1 B2].
      apply (look_moves W H F p own opponent R g G _ B1) in L; rewrite B2, E in L; exact L. }
  split; [exact M |].
  intros k K; apply M in K; destruct K as [K L].
  destruct (square_number W H F p own opponent R k K) as [Bk Nk].
  set (s := (k mod W, k / W)) in *.
  pose proof (fun i => look_flips W H F p own opponent R g G s i Bk) as Fl.
  rewrite E, Nk in Fl; cbn [snd] in Fl.
  apply legal_iff in L; destruct L as (_ & Es & _).
  pose proof R as (RW & RH & RO & RP).
  assert (W2 : 2 <= W) by (destruct F; lia).
  assert (W62 : W * H <= 62) by (destruct F; lia).
  (* The flipped discs belong to the opponent and are on the board. *)
  assert (Fo : forall t, In t (flips p s) -> disc_at p t = Some (other (mover p)) /\ on_board p t = true).
  { intros t T; apply in_flips in T; destruct T as (d & n & j & D & (N & A & O) & J & ->).
    split; [apply A; exact J | apply (disc_on_board _ _ _ (A j J))]. }
  assert (Ft : forall i, 0 <= i < W * H ->
            (bit_of (flip (single k)) i = true <-> In (i mod W, i / W) (flips p s))).
  { intros i I; rewrite Fl; destruct (square_number W H F p own opponent R i I) as [Bi Ni]; split.
    - intros (t & T & ->); destruct (Fo t T) as [_ Bt]; destruct t as [x y].
      apply on_board_iff in Bt; rewrite RW, RH in Bt; unfold number; cbn [fst snd].
      destruct (index W x y) as [-> ->]; [lia | exact T].
    - intros T; exists (i mod W, i / W); split; [exact T | symmetry; exact Ni]. }
  assert (Fr : forall i, bit_of (flip (single k)) i = true -> 0 <= i < W * H /\ bit_of opponent i = true).
  { intros i I; apply Fl in I; destruct I as (t & T & ->); destruct (Fo t T) as [Ot Bt].
    split; [| apply (opponent_at W H (proj1 F) p own opponent R t Bt); exact Ot].
    destruct t as [x y]; apply on_board_iff in Bt; rewrite RW, RH in Bt.
    apply index_range; tauto. }
  (* The discs after the move, square by square. *)
  assert (P : forall i, 0 <= i < W * H ->
     disc_at (play p s) (i mod W, i / W) =
     if (k =? i) || bit_of (flip (single k)) i then Some (mover p) else disc_at p (i mod W, i / W)).
  { intros i I; rewrite disc_at_play.
    destruct (square_number W H F p own opponent R i I) as [Bi Ni]; rewrite Bi; cbn [andb].
    match goal with |- (if ?b then _ else _) = _ =>
      replace b with ((k =? i) || bit_of (flip (single k)) i); [reflexivity |]
    end.
    apply eq_true_iff_eq; rewrite existsb_exists, orb_true_iff, Z.eqb_eq, Ft by exact I; split.
    - intros [<- | T].
      + exists s; split; [left; reflexivity | apply same_square_eq; reflexivity].
      + exists (i mod W, i / W); split; [right; exact T | apply same_square_eq; reflexivity].
    - intros (t & [<- | T] & S); apply same_square_eq in S.
      + left; rewrite <- Ni, <- Nk, S; reflexivity.
      + right; rewrite S; exact T. }
  assert (Ok : bit_of own k = false /\ bit_of opponent k = false).
  { split; apply not_true_iff_false; intros B; [apply RO in B | apply RP in B];
      fold s in B; destruct B as [_ B]; congruence. }
  pose proof (other_neq (mover p)) as ON.
  split; [exact RW |]; split; [exact RH |]; split; intros i.
  - change (mover (play p s)) with (other (mover p)); rewrite bit_of_lxor; split.
    + intros X; destruct (bit_of (flip (single k)) i) eqn:T.
      * destruct (Fr i T) as [_ Q]; rewrite Q in X; discriminate X.
      * rewrite xorb_false_r in X; pose proof X as Y; apply RP in Y; destruct Y as [I Y].
        split; [exact I |]; rewrite P, T, orb_false_r by exact I.
        destruct (k =? i) eqn:KI; [| exact Y].
        apply Z.eqb_eq in KI; subst i; destruct Ok; congruence.
    + intros [I Y]; rewrite P in Y by exact I.
      destruct (bit_of (flip (single k)) i) eqn:T; [rewrite orb_true_r in Y; congruence |].
      rewrite orb_false_r in Y; destruct (k =? i); [congruence |].
      rewrite xorb_false_r; apply RP; auto.
  - change (mover (play p s)) with (other (mover p)); rewrite other_other.
    rewrite !bit_of_lor, bit_of_single, !orb_true_iff, Z.eqb_eq by lia; split.
    + intros X; assert (I : 0 <= i < W * H).
      { destruct X as [[X | X] | <-]; [apply RO in X; tauto | apply Fr in X; tauto | exact K]. }
      split; [exact I |]; rewrite P by exact I.
      destruct (k =? i) eqn:KI; [reflexivity |]; apply Z.eqb_neq in KI.
      destruct (bit_of (flip (single k)) i) eqn:T; [reflexivity |]; cbn.
      destruct X as [[X | X] | X]; [apply RO in X; tauto | discriminate | contradiction].
    + intros [I Y]; rewrite P in Y by exact I.
      destruct (k =? i) eqn:KI; [right; apply Z.eqb_eq; exact KI |].
      destruct (bit_of (flip (single k)) i) eqn:T; [left; right; reflexivity |].
      left; left; apply RO; auto.
Qed.

Lemma represents_pass : forall W H p own opponent,
  represents W H p own opponent -> represents W H (pass p) opponent own.
Proof.
  intros W H p own opponent (RW & RH & RO & RP); split; [exact RW |]; split; [exact RH |].
  cbn [mover pass]; split; intros i; rewrite disc_at_pass; [apply RP |].
  rewrite other_other; apply RO.
Qed.

(** Every board that fits has a geometry. *)
Theorem geometry_of_ok : forall W H, fits W H -> geometry_ok W H (geometry_of W H).
Proof.
  intros W H F; pose proof F as (W2 & H2 & WH); unfold geometry_ok, geometry_of.
  cbn [board rows columns falling rising]; split.
  - intros i; rewrite bit_of_bits_where, !andb_true_iff, Z.leb_le, Z.ltb_lt by lia; lia.
  - split; [| split; [| split]]; apply axis_of_ok; auto; nia.
Qed.
