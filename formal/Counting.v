(** * Counting and walking through bits

    The number of discs, by a table, and the lowest bit of an integer. *)

From Coq Require Import micromega.Lia.
From Coq Require Import Numbers.Cyclic.Int63.Uint63 Array.PArray.
From Othello Require Import Spec Value Bitboard.

(** ** The number of discs *)

Definition ones_below (x : int) (n : nat) : nat :=
  length (filter (fun k => bit_of x (Z.of_nat k)) (seq 0 n)).

(** The number of set bits, for every 12-bit number. *)
Definition counts_of_12 : array int := Eval vm_compute in
  fold_left (fun t k => t.[of_Z (Z.of_nat k) <- of_Z (Z.of_nat (ones_below (of_Z (Z.of_nat k)) 12))])
    (seq 0 4096) (make 4096 0)%uint63.

Fixpoint count_ones (twelves : nat) (x : int) : int :=
  match twelves with
  | O => 0
  | S O => counts_of_12.[x]
  | S fewer => counts_of_12.[x land 4095] + count_ones fewer (x >> 12)
  end%uint63.

Lemma counts_of_12_ok : forall k, 0 <= k < 4096 ->
  to_Z counts_of_12.[of_Z k] = Z.of_nat (ones_below (of_Z k) 12).
Proof.
  assert (A : forallb (fun k => to_Z counts_of_12.[of_Z (Z.of_nat k)] =?
                Z.of_nat (ones_below (of_Z (Z.of_nat k)) 12)) (seq 0 4096) = true).
  { vm_compute; reflexivity. }
  intros k K; rewrite forallb_forall in A; specialize (A (Z.to_nat k)).
  rewrite Z2Nat.id, Z.eqb_eq in A by lia; apply A, in_seq; lia.
Qed.

Lemma ones_below_ext : forall x y n, (forall i, 0 <= i < Z.of_nat n -> bit_of x i = bit_of y i) ->
  ones_below x n = ones_below y n.
Proof.
  intros x y n E; unfold ones_below; f_equal; apply filter_ext_in; intros k K.
  apply in_seq in K; apply E; lia.
Qed.

Lemma filter_map : forall A B (f : B -> bool) (g : A -> B) l,
  length (filter f (map g l)) = length (filter (fun a => f (g a)) l).
Proof. intros A B f g; induction l as [| a l IH]; cbn; [auto |]; destruct (f (g a)); cbn; auto. Qed.

Lemma ones_below_split : forall x n m,
  ones_below x (n + m) = (ones_below x n + ones_below (x >> of_Z (Z.of_nat n)) m)%nat \/ 63 < Z.of_nat n.
Proof.
  intros x n m; destruct (Z_lt_le_dec 63 (Z.of_nat n)); [auto | left].
  unfold ones_below; rewrite seq_app, filter_app, app_length; f_equal; cbn [Nat.add].
  replace (seq n m) with (map (fun k => (n + k)%nat) (seq 0 m)).
  - rewrite filter_map; f_equal; apply filter_ext_in; intros k K.
    rewrite bit_of_lsr, to_Z_of_Z by (change wB with 9223372036854775808; lia); f_equal; lia.
  - assert (G : forall m a n, map (fun k => (n + k)%nat) (seq a m) = seq (n + a) m).
    { clear; induction m as [| m IH]; intros a n; cbn; [auto |].
      f_equal; rewrite IH; f_equal; lia. }
    rewrite G, Nat.add_0_r; reflexivity.
Qed.

Lemma ones_below_more : forall x n m, (n <= m)%nat ->
  (forall i, Z.of_nat n <= i -> bit_of x i = false) -> ones_below x m = ones_below x n.
Proof.
  intros x n m L F; replace m with (n + (m - n))%nat by lia; unfold ones_below.
  rewrite seq_app, filter_app, app_length; cbn [Nat.add].
  replace (filter _ (seq n (m - n))) with (@nil nat); [cbn; lia |].
  symmetry; generalize (m - n)%nat as k; intros k.
  assert (G : forall k a, (n <= a)%nat -> filter (fun k => bit_of x (Z.of_nat k)) (seq a k) = []).
  { induction k0 as [| k0 IH]; intros a A; cbn; [auto |]; rewrite F by lia; apply IH; lia. }
  apply G; lia.
Qed.

Lemma ones_below_le : forall x n, (ones_below x n <= n)%nat.
Proof.
  intros x n; unfold ones_below.
  assert (G : forall A (f : A -> bool) l, (length (filter f l) <= length l)%nat).
  { intros A f; induction l as [| a l IH]; cbn; [auto |]; destruct (f a); cbn; lia. }
  rewrite <- (seq_length n 0) at 2; apply G.
Qed.

Lemma bit_of_4095 : forall i, bit_of 4095 i = (0 <=? i) && (i <? 12).
Proof.
  intros i; unfold bit_of; change (to_Z 4095) with (Z.ones 12).
  destruct (Z_lt_le_dec i 0); [rewrite Z.testbit_neg_r by lia; symmetry; apply andb_false_intro1, Z.leb_gt; lia |].
  rewrite Z.testbit_ones by lia; reflexivity.
Qed.

Lemma below_4096 : forall x, (forall i, 12 <= i -> bit_of x i = false) -> to_Z x < 4096.
Proof.
  intros x F; pose proof (to_Z_bounded x) as [X _].
  destruct (Z.eq_dec (to_Z x) 0) as [-> | N]; [lia |].
  assert (Z.log2 (to_Z x) < 12).
  { destruct (Z_lt_le_dec (Z.log2 (to_Z x)) 12) as [| L]; [auto |].
    apply F in L; unfold bit_of in L; rewrite Z.bit_log2 in L by lia; discriminate. }
  change 4096 with (2 ^ 12); apply Z.log2_lt_pow2; lia.
Qed.

Lemma count_12 : forall x, to_Z x < 4096 -> to_Z counts_of_12.[x] = Z.of_nat (ones_below x 12).
Proof.
  intros x X; pose proof (to_Z_bounded x); rewrite <- (of_to_Z x); apply counts_of_12_ok; lia.
Qed.

Lemma count_ones_ok : forall twelves x, (twelves <= 6)%nat ->
  (forall i, 12 * Z.of_nat twelves <= i -> bit_of x i = false) ->
  to_Z (count_ones twelves x) = Z.of_nat (ones_below x (12 * twelves)).
Proof.
  induction twelves as [| fewer IH]; intros x L F; [reflexivity |].
  destruct fewer as [| fewer].
  { cbn [count_ones]; apply count_12, below_4096; intros i I; apply F; lia. }
  set (rest := S fewer) in *.
  change (count_ones (S rest) x) with (counts_of_12.[x land 4095] + count_ones rest (x >> 12))%uint63.
  assert (A : to_Z (x land 4095)%uint63 < 4096).
  { apply below_4096; intros i I; rewrite bit_of_land, bit_of_4095.
    replace (i <? 12) with false by (symmetry; apply Z.ltb_ge; lia).
    rewrite !andb_false_r; reflexivity. }
  assert (B : to_Z (count_ones rest (x >> 12)) = Z.of_nat (ones_below (x >> 12) (12 * rest))).
  { apply IH; [lia |]; intros i I; rewrite bit_of_lsr by lia; apply F; change (to_Z 12) with 12; lia. }
  rewrite add_spec, count_12, B by exact A.
  pose proof (ones_below_le (x land 4095) 12); pose proof (ones_below_le (x >> 12) (12 * rest)).
  rewrite Z.mod_small by (change wB with 9223372036854775808; lia).
  replace (12 * S rest)%nat with (12 + 12 * rest)%nat by lia.
  destruct (ones_below_split x 12 (12 * rest)) as [-> | ?]; [| lia].
  change (of_Z (Z.of_nat 12)) with 12%uint63.
  rewrite Nat2Z.inj_add; f_equal; f_equal; apply ones_below_ext; intros i I.
  rewrite bit_of_land, bit_of_4095.
  replace ((0 <=? i) && (i <? 12)) with true; [apply andb_true_r |].
  symmetry; apply andb_true_iff; rewrite Z.leb_le, Z.ltb_lt; lia.
Qed.

(** ** The lowest bit *)

Definition lowest (x : int) : int := (1 << tail0 x)%uint63.

Lemma lowest_ok : forall x, x <> 0%uint63 -> exists i,
  lowest x = single i /\ bit_of x i = true /\ forall j, bit_of x j = true -> i <= j.
Proof.
  intros x N; assert (P : 0 < to_Z x).
  { pose proof (to_Z_bounded x); destruct (Z.eq_dec (to_Z x) 0) as [E |]; [| lia].
    exfalso; apply N, to_Z_inj; exact E. }
  destruct (tail0_spec x P) as (y & Y & E); exists (to_Z (tail0 x)).
  pose proof (to_Z_bounded (tail0 x)) as [T _].
  split; [unfold lowest, single; rewrite of_to_Z; reflexivity |].
  assert (B : forall j, bit_of x j = Z.testbit (2 * y + 1) (j - to_Z (tail0 x))).
  { intros j; unfold bit_of; rewrite E; apply Z.mul_pow2_bits; exact T. }
  split.
  - rewrite B, Z.sub_diag; apply Z.testbit_odd_0.
  - intros j J; rewrite B in J; destruct (Z_lt_le_dec j (to_Z (tail0 x))); [| auto].
    rewrite Z.testbit_neg_r in J by lia; discriminate.
Qed.

Lemma without_lowest : forall x i, 0 <= i < 63 -> bit_of x i = true ->
  forall j, bit_of (x lxor single i)%uint63 j = true <-> bit_of x j = true /\ j <> i.
Proof.
  intros x i I B j; rewrite bit_of_lxor, bit_of_single by exact I.
  destruct (i =? j) eqn:E.
  - apply Z.eqb_eq in E; subst j; rewrite B; split; [discriminate | tauto].
  - apply Z.eqb_neq in E; rewrite xorb_false_r; split; [intros; split; auto | tauto].
Qed.
