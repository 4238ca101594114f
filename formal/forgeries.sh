# Forged theorem files, certificates, results, proofs of earlier runs and definitions, all of which must be
# refused. `formal/check` reads this file; it is not a program.

# Whether a run for 4x5 in a folder of its own, after a command has changed something there, is refused with
# these words.
refused() {
  local what=$1 words=$2 file
  shift 2
  there=$(mktemp -d -p "$work")
  mkdir "$there"/{data,results,work,kept}
  for file in "${general[@]/%/.vo}" general.key; do ln -s "$work/$file" "$there/work"; done
  cp assumptions.txt recursions.txt "${general[@]/%/.v}" "$there"
  cp data/C4x5.v "$there/data"
  cp "$results/4x5.json" "$there/results"
  cp "$kept/$(cat "$work/B4x5.key")".* "$there/kept"
  (
    cd "$there"
    here=$there results=$there/results work=$there/work kept=$there/kept jobs=1
    "$@"
    prove_boards 4x5
  ) >"$there/says" 2>&1 &
  if wait $!; then
    [ "$words" = "" ] || fail "accepted with $what"
  else
    [ "$words" != "" ] && grep -qF "$words" "$there/says" ||
      { cat "$there/says" >&2; fail "not refused for the right reason: $what"; }
    echo "  $what"
  fi
}

# The text of a proof of False that needs no axiom, by a hole in how Coq 8.16 checks recursive definitions
# (https://github.com/rocq-prover/rocq/issues/20455). It accepts the result of a match on a match as
# smaller than the argument, whatever it is.
false_without_axioms() {
  cat <<'END'
Definition positive (n : nat) : Prop := match n with O => False | S _ => True end.
Definition above_one (n : nat) : Prop := match n with O => False | S m => positive m end.
Fixpoint loop (n : nat) : positive n -> False.
Proof.
  refine (match n with
          | O => fun h => h
          | S m => fun _ =>
              let again (b : bool) (yes : b = true) (x : nat) (h : above_one x) :=
                loop match (if b then x else m) with O => m | S k => k end _
              in again true eq_refl (S (S (S O))) I
          end).
  rewrite yes; destruct x as [| k]; [destruct h | exact h].
Defined.
Theorem false : False.
Proof. exact (loop (S O) I). Qed.
END
}

# The commands that change something.
value() { sed -i "s/\"value\": 16/\"value\": $1/" results/4x5.json; }
result_of() { sed -i "$1" results/4x5.json; }
data() { cp data/C4x5.v old && sed -i "$1" data/C4x5.v && ! cmp -s old data/C4x5.v; }
add() { echo "$1" >>data/C4x5.v; }
# Theorems with the value 17 where anyone might look for them, and the same compiled.
forged_theorems() {
  value 17
  {
    false_without_axioms
    echo "From Othello Require Import Rules Value."
    echo "Theorem value_4x5 : (value (start Diagonal 4 5) = 17)%Z. Proof. destruct false. Qed."
  } >work/Theorems_1.v
  cp work/Theorems_1.v work/V4x5.v
  for file in work/V4x5 work/Theorems_1; do
    (cd work && coqc -q -R . Othello "${file#work/}.v")
    touch -d 2100-01-01 $file.vo
    for folder in . data kept; do cp -p $file.v $file.vo $folder; done
  done
}
# The same instead of the proof that an earlier run has kept.
forged_earlier_run() {
  forged_theorems
  value 16
  result_of 's/"value": 17/"value": 16/'
  cp Theorems_1.vo "kept/$earlier.vo"
  echo >"kept/$earlier.time"
}
false_in() {
  value 17
  false_without_axioms >>"$1"
  [ "$1" = data/C4x5.v ] || definitions
}
# Takes and compiles the first definitions again.
definitions() {
  rm work/*
  general=(Rules Value)
  prepare
}
unchecked_definitions() {
  echo "Unset Guard Checking." >>Value.v
  definitions
}
# Compiled rules of another game, dated in the future. They must not survive.
stale_rules() {
  cp work/Rules.vo honest
  mkdir other
  sed 's/; (-1, -1)//' Rules.v >other/Rules.v
  ! cmp -s Rules.v other/Rules.v
  (cd other && coqc -q -R . Othello Rules.v)
  touch -d 2100-01-01 other/Rules.vo
  rm work/*
  for folder in . work kept; do cp -p other/Rules.vo $folder; done
  (general=(Rules); prepare)
  cmp work/Rules.vo honest || fail "the rules are stale"
  fail "the rules were compiled again"
}
# Changes the theorems that the script writes, to test the checks that come after it.
eval "honest_$(declare -f theorem_of)"
theorems() {
  change=$1
  theorem_of() { honest_theorem_of "$@" | sed "$change"; }
}
allowed_axiom() {
  echo "Othello.Theorems_1.it" >>assumptions.txt
  theorems "$(axiom it)"
}
by() { echo "s/^Proof\. by_certificates.*/Proof. $1 Qed./"; }
axiom() { echo "s/^Theorem/Axiom $1 : forall p v, value p = v.\n&/; $(by "apply $1.")"; }

refused 'nothing changed' '' true
earlier=$(cat "$there/work/Theorems_1.key")
unproved="Coq does not accept Theorems_1"
refused 'a value that is too high' "$unproved" value 17
refused 'a value that is too low' "$unproved" value 15
refused 'a changed move' "$unproved" data '0,/[0-9]; /s/\([0-9]\)\([0-9]; \)/7\2/'
refused 'a truncated end' "$unproved" data 's/\(Certificate [0-9]* [0-9]* [0-9]*\) [0-9]*/\1 1/'
refused 'no moves at all' "$unproved" data 's/\(Certificate [0-9]* [0-9]* [0-9]*\) [0-9]*/\1 0/'
other="is about another board: its"
refused 'the result of a narrower board' "$other width is not 4" result_of 's/"width": 4/"width": 3/'
refused 'the result of another start' "$other start is not diagonal" result_of 's/diagonal/parallel/'
refused 'the result for fewest discs' "$other objective is not most" result_of 's/"most"/"fewest"/'

no="is no certificate"
refused 'an axiom in its certificate' "$no" add "Axiom it : False."
refused 'a notation in its certificate' "$no" add 'Notation "17" := 16.'
refused 'a comment in its certificate' "$no" add "(* 1 *)"
refused 'a function in its certificate' "$no" add "Definition this : certificate := (fun x => x) for_mover."
refused 'another file for its certificate' "$no" data 's/Import Checker/Import Checker Forged/'
refused 'a proof of False in its certificate' "$no" false_in data/C4x5.v
refused 'a proof of False in the definitions' 'Value.v has a recursive definition' false_in Value.v
refused 'an unchecked recursion in the definitions' 'Value.v has a forbidden command' unchecked_definitions
refused 'a proof of False in its theorem' "$unproved" forged_theorems
refused 'a proof of False kept by an earlier run' 'do not match the results' forged_earlier_run
refused 'stale rules' 'the rules were compiled again' stale_rules

other="do not match the results"
refused 'another value, by an axiom' "$other" theorems "s/= 16/= 17/; $(axiom "it'")"
refused 'a weakened statement' "$other" theorems \
  "s/\(value (start.*)\) = 16/\1 = \1/; $(by 'reflexivity.')"
refused 'another meaning of value' "$other" theorems \
  "s/^Theorem/Definition value (p : position) := 16%Z.\n&/; $(by 'reflexivity.')"
refused 'the theorem of another board' "$other" theorems \
  "s/Diagonal 4 5) = 16/Diagonal 2 2) = 0/; $(by 'vm_compute; reflexivity.')"
refused 'another theorem name' "$other" theorems 's/^Theorem value_4x5/Theorem value_4x5_too/'
rests="depend on the items printed above"
refused "an axiom called it'" "$rests" theorems "$(axiom "it'")"
refused 'an axiom that assumptions.txt lists' 'assumptions.txt lists an axiom' allowed_axiom
refused 'an axiom called Closed' "$rests" theorems "$(axiom Closed)"
refused 'an axiom called énoncé' "$rests" theorems "$(axiom énoncé)"
refused "an axiom with the name of one of Coq's" "$rests" theorems \
  "s/^Theorem/Module PrimInt63.\nAxiom add : forall p v, value p = v.\nEnd PrimInt63.\n&/
   $(by 'apply PrimInt63.add.')"
refused 'an endless recursion' "$rests" theorems \
  "s/^Theorem/Unset Guard Checking.\nFixpoint it (n : nat) : False := it n.\n&/
   $(by 'destruct (it 0%nat).')"
refused 'an axiom that no theorem uses' "$rests" theorems 's/^Theorem/Axiom it : False.\n&/'
