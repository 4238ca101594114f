# Writes the certificate and the theorem of a board for Coq, from the numbers that xtask/src/coq.rs describes, one a
# line, to the files `top` and `end`. Prints the names of the files of a proof in parts, which it writes whole.
function certificate(name, i, n, text, arrays) {
  for (i = 1; i <= count; i++) {
    if (i % 65536 == 1) {
      text = text (n ? " | 0 |]%uint63.\n" : "") "Definition " name "_" ++n " : array int := [| "
      arrays = arrays (n > 1 ? "; " : "") name "_" n
    } else text = text (i % 8 ? "; " : ";\n")
    text = text number[i]
  }
  return text (n ? " | 0 |]%uint63.\n" : "") "Definition " name " : certificate :=\n  Certificate " field[5] \
    " " field[6] " " field[7] " " count " [| " (n ? arrays : "[| | 0 |]") " | [| | 0 |] |]%uint63.\n"
}
function claim(title, relation, goal) {
  return "Theorem " title " : " relation " " w " " h " " objective " (" goal ") " field[2] "%uint63 " \
    field[3] "%uint63.\nProof. "
}
# A theorem that follows from those that are known.
function joined(title, relation, goal, end) {
  if (known == 0 && count == 0) {
    end = relation == "at_least" ? "at_least_nothing" : "at_most_everything"
    return claim(title, relation, goal) "apply (" end " _ _ board_" size "); lia. Qed.\n"
  }
  certificates = certificates certificate("for_" title)
  return claim(title, relation, goal) relation "_by_parts board_" size " " \
    objective " for_" title " " field[4] "%uint63 (" pairs "nil)%list.\n  all: [> " proofs "]. Qed.\n"
}
function know(proof) {
  pairs = pairs "(" field[2] "%uint63, " field[3] "%uint63) :: "
  proofs = proofs (known++ ? " | " : "") "exact " proof
}
function forget() { known = 0; pairs = proofs = "" }
function end_of_proof(file) {
  if (field[1] == 0) {
    file = name "_" side "_" ++parts
    print before certificate("this") after claim("checked", "at_least", goal) "by_certificate board_" size " " \
      objective " this " field[4] "%uint63. Qed." >(work "/" file ".v")
    close(work "/" file ".v")
    print file
    required = required "From Othello Require " file ".\n"
    know(file ".checked")
  } else if (field[1] == 1) {
    text = text joined("after_first_move", "at_least", goal)
    forget(); know("after_first_move")
  } else if (field[1] == 2) {
    text = text claim("image_" ++images, "at_least", goal) "from_mirror after_first_move. Qed.\n"
    know("image_" images)
  } else {
    alone = alone certificate("for_" side)
    if (side == "mover") text = text joined("at_least_value", "at_least", value)
    else text = text joined("at_most_value", "at_most", value)
    forget(); parts = 0; goal = -value; side = side == "mover" ? "other" : "end"
  }
}
BEGIN { side = "mover"; goal = value; split(size, wh, "x"); w = wh[1]; h = wh[2] }
{ if (at < 8) field[++at] = $1; else number[++read] = $1 }
at == 8 { count = field[8] + 0; if (read + 0 == count) { end_of_proof(); at = read = 0 } }
END {
  if (at > 0 || side != "end") exit 1
  if (required != "") {
    print certificates >(work "/top")
    print required text theorem "apply (value_by_certificates _ _ board_" size " " objective " (" value ") " start \
      ");\n  [reflexivity | reflexivity | exact at_least_value | exact at_most_value]. Qed." >(work "/end")
  } else {
    print "Module " name ".\n" alone "End " name "." >(work "/top")
    print theorem "by_certificates board_" size " " objective " " start " " name ".for_mover " name \
      ".for_other. Qed." >(work "/end")
  }
}
