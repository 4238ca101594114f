#!/usr/bin/env bash
# Adds one part to a campaign that is kept in parts: all answers that are in no part yet. The other
# parts are not changed. Incomplete lines, for example from a killed worker, are left out.
#
#   scale/pack.sh FOLDER PARTS
#   scale/pack.sh /shared/6x8.campaign scale/6x8
set -euo pipefail
unset CDPATH
export LC_ALL=C
folder=${1:?the folder of the campaign}
parts=${2:?the folder of the parts}

# Without this, nothing would tell that the answers are about another board.
cmp -s "$folder/campaign.json" "$parts/campaign.json" ||
  { echo "the parts in $parts belong to another campaign" >&2; exit 1; }
new=$(comm -13 <(cat "$parts"/*.jsonl.gz | gzip -dc | sort -u) \
  <(awk '/^{.*}$/' "$folder"/answers/*.jsonl | sort -u))
[ -n "$new" ] || { echo "there are no new answers"; exit 0; }
last=$(printf '%s\n' "$parts"/*.jsonl.gz | sort | tail -n 1)
last=${last##*/}
part=$parts/$(printf '%04d' $((10#${last%%.*} + 1))).jsonl.gz
gzip -9n <<<"$new" >"$part"
echo "$(wc -l <<<"$new") answers in $part"
