#!/usr/bin/env bash
# Runs a campaign to its end with Slurm job arrays. FOLDER/result.json is the result. All
# nodes must see the folder at the same path, and the program too:
#
#   scale/slurm.sh FOLDER [OPTION OF sbatch]...
#   scale/slurm.sh /shared/6x8.campaign --partition=long --mem=1G
#
# It can be killed and started again at any moment. The environment may set
#   SOLVER   the program                        [othello-solver]
#   FILES    files of questions in a round, each of which is a task [1000]
#   MINUTES  the time limit of a task           [120]
#   HASH     memory for the table of a task     [256M]
set -euo pipefail
folder=$(realpath "${1:?the folder of a campaign}")
shift
solver=$(command -v "${SOLVER:-othello-solver}")
minutes=${MINUTES:-120}
# An array has fewer tasks than this.
limit=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 }')

answers() { { cat "$folder"/answers/*.jsonl 2>/dev/null || true; } | wc -l; }

while true; do
  "$solver" campaign plan "$folder" --jobs "${FILES:-1000}"
  questions=("$folder"/questions/*.jsonl)
  [ -e "${questions[0]}" ] || break
  before=$(answers)
  for ((first = 1; first <= ${#questions[@]}; first += limit - 1)); do
    last=$((first + limit - 2 < ${#questions[@]} ? limit - 2 : ${#questions[@]} - first))
    # No question is begun in the last tenth of the time. A minute before the end the current
    # question is abandoned, and the next plan asks it again.
    sbatch --wait --quiet --requeue --array="0-$last" --time="$minutes" --signal=B:TERM@60 \
      --job-name="${folder##*/}" --output="$folder/slurm.log" --open-mode=append "$@" <<JOB &
#!/bin/sh
file=\$(printf '%s/questions/%05d.jsonl' '$folder' \$(($first + SLURM_ARRAY_TASK_ID)))
exec '$solver' campaign work "\$file" --quiet --time $((minutes * 54))s --hash ${HASH:-256M}
JOB
  done
  # Tasks that failed or were killed have left their questions to the next plan.
  wait
  [ "$(answers)" -gt "$before" ] || { echo "no question was answered" >&2; exit 1; }
done
exec "$solver" campaign merge "$folder" --output "$folder/result.json" --hash "${HASH:-256M}"
