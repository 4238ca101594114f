#!/usr/bin/env bash
# Runs a campaign to completion with Slurm job arrays. The result is FOLDER/result.json. All
# nodes must see the folder and the program at the same paths:
#
#   scale/slurm.sh FOLDER [OPTION OF sbatch]...
#   scale/slurm.sh /shared/6x8.campaign --partition=long --mem=1G
#
# It can be killed and restarted at any time. Environment variables:
#   SOLVER   the program                        [othello-solver]
#   FILES    question files per round, one task for each [1000]
#   MINUTES  the time limit of a task           [120]
#   HASH     memory for a task's table          [256M]
set -euo pipefail
unset CDPATH
folder=$(realpath "${1:?the folder of a campaign}")
shift
solver=$(command -v "${SOLVER:-othello-solver}")
minutes=${MINUTES:-120}
# An array must have fewer tasks than this.
limit=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 }')

answers() { { cat "$folder"/answers/*.jsonl 2>/dev/null || true; } | wc -l; }

while true; do
  "$solver" campaign plan "$folder" --jobs "${FILES:-1000}"
  questions=("$folder"/questions/*.jsonl)
  [ -e "${questions[0]}" ] || break
  before=$(answers)
  for ((first = 1; first <= ${#questions[@]}; first += limit - 1)); do
    last=$((first + limit - 2 < ${#questions[@]} ? limit - 2 : ${#questions[@]} - first))
    # No new question is started in the last tenth of the time. A minute before the end, the current
    # question is abandoned, and the next plan repeats it.
    sbatch --wait --quiet --requeue --array="0-$last" --time="$minutes" --signal=B:TERM@60 \
      --job-name="${folder##*/}" --output="$folder/slurm.log" --open-mode=append "$@" <<JOB &
#!/bin/sh
file=\$(printf '%s/questions/%05d.jsonl' '$folder' \$(($first + SLURM_ARRAY_TASK_ID)))
exec '$solver' campaign work "\$file" --quiet --time $((minutes * 54))s --hash ${HASH:-256M}
JOB
  done
  # The questions of failed or killed tasks are left to the next plan.
  wait
  [ "$(answers)" -gt "$before" ] || { echo "no question was answered" >&2; exit 1; }
done
exec "$solver" campaign merge "$folder" --output "$folder/result.json" --hash "${HASH:-256M}"
