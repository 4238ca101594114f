#!/usr/bin/env bash
# Runs a campaign to completion with GNU parallel, on this machine or, with --sshlogin,
# on machines that see the folder at the same path. The result is FOLDER/result.json.
#
#   scale/local.sh FOLDER [OPTION OF parallel]...
#   scale/local.sh 6x6.campaign --jobs 8
#   scale/local.sh /shared/6x8.campaign --sshlogin 8/alpha,16/beta
#
# It can be killed and restarted at any time. Environment variables:
#   SOLVER  the program          [othello-solver]
#   FILES   question files per round: a few for each worker [4 per processor]
#   TIME    the time after which a job starts no new questions [1h]
#   HASH    memory for a worker's table [256M]
set -euo pipefail
unset CDPATH
folder=${1:?the folder of a campaign}
shift
solver=${SOLVER:-othello-solver}
files=${FILES:-$((4 * $(nproc)))}

# Runs a command in the background and makes sure it does not outlive this script. If the script is
# killed, the reader sees the pipe close without a line in it.
run() {
  local pid status=0
  "$@" &
  pid=$!
  exec 3> >(trap '' HUP INT TERM
    read -r || for _ in 1 2 3; do kill -TERM "$pid" 2>/dev/null && sleep 5; done)
  wait "$pid" || status=$?
  echo done >&3
  exec 3>&-
  return "$status"
}

answers() { { cat "$folder"/answers/*.jsonl 2>/dev/null || true; } | wc -l; }

while true; do
  "$solver" campaign plan "$folder" --jobs "$files"
  questions=("$folder"/questions/*.jsonl)
  [ -e "${questions[0]}" ] || break
  before=$(answers)
  # Jobs that fail or are killed are restarted; their answers are kept.
  log=$folder/parallel.log
  rm -f "$log"
  for _ in 1 2 3; do
    run parallel --joblog "$log" --resume-failed "$@" \
      "$solver" campaign work {} --quiet --time "${TIME:-1h}" --hash "${HASH:-256M}" \
      ::: "${questions[@]}" && break
  done
  [ "$(answers)" -gt "$before" ] || { echo "no question was answered" >&2; exit 1; }
done
exec "$solver" campaign merge "$folder" --output "$folder/result.json" --hash "${HASH:-256M}"
