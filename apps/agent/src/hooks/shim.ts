import { OWN_FILE_MARK } from './edits/own-file.ts'
import { GIVEN } from './given.ts'
import { HANDOVER_SHIM } from './handover-shim.ts'
import { SPLIT_SHIM } from './split-shim.ts'

export type ShimOptions = {
  /** Where hooks leave what they have to say, and find briefs. */
  dataDir: string
  /** Program and words that start this very `lore`. */
  lore: readonly [node: string, script: string]
}

/** A word for a POSIX shell, whatever is in it. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** A brief older than this is not shown: what it says may not hold any more. */
export const BRIEF_MINUTES = 2_880

/**
 * The program that tools and git call: a few lines of shell, as starting anything larger takes longer than a hook may. It
 * reads and appends to files of this machine, waits for nothing, says nothing where something is wrong, and ends with 0.
 */
export const posixShim = ({ dataDir, lore: [node, script] }: ShimOptions): string => `#!/bin/sh
# ${OWN_FILE_MARK}; \`lore hooks uninstall\` takes it away. Called by coding tools and git.
data=${quoted(dataDir)}
node=${quoted(node)}
lore=${quoted(script)}
event=$1 tool=$2 session= said=
nl='
'
[ -d "$data" ] || exit 0
exec 2>/dev/null
began=
{ read -r began _; } </proc/uptime
umask 077

count() { printf '%s %s %s\\n' "$event" "$tool" "$1" >>"$data/counts"; }

# Where there was a clock to look at: whether this took longer than it may.
clock() {
  [ -n "$began" ] || return
  { read -r ended _; } </proc/uptime || return
  began=\${began%.*}\${began#*.} ended=\${ended%.*}\${ended#*.}
  [ $((ended - began)) -gt 5 ] && count slow
}

# Notifies the agent that runs, or starts one for this.
nudge() {
  case $dir in *"$nl"* | '') return ;; esac
  printf '%s\\t%s\\t%s\\t%s\\n' "$event" "$tool" "$dir" "$session" >>"$data/nudges"
  for name in watch worker; do
    pid=
    { read -r pid; } <"$data/$name.pid"
    case $pid in
      '' | *[!0-9]*) ;;
      *) kill -0 "$pid" && [ -n "$(find "$data/$name.pid" -mmin -3)" ] && return ;;
    esac
  done
  [ -x "$node" ] && [ -f "$lore" ] || { count gone; return; }
  # One hook of a burst starts somebody, who takes this away; what was left by one that failed counts for a minute or two.
  if ! mkdir "$data/starting"; then
    [ -n "$(find "$data/starting" -mmin -2)" ] && return
    rmdir "$data/starting"
    mkdir "$data/starting" || return
  fi
  if command -v setsid >/dev/null; then
    setsid "$node" "$lore" hooks work </dev/null >/dev/null 2>&1 &
  else
    (trap '' HUP; "$node" "$lore" hooks work </dev/null >/dev/null 2>&1 &)
  fi
}

# The top of the repository that this is in, or this folder itself.
find_root() {
  root=$dir
  while [ -n "$root" ] && [ ! -e "$root/.git" ]; do
    case $root in */*) root=\${root%/*} ;; *) root= ;; esac
  done
  [ -n "$root" ] || root=$dir
}
${HANDOVER_SHIM}${SPLIT_SHIM}
read_said() {
  sed -n -e h -e "s/.*\\"model\\" *: *\\"\\([^\\"\\\\]*\\)\\".*/\\1/w $place/${GIVEN.model}.$tool" -e g \\
    -e 's/.*"session_id" *: *"\\([A-Za-z0-9._-]*\\)".*/\\1/p' \\
    -e 's/.*"conversation_id" *: *"\\([A-Za-z0-9._-]*\\)".*/\\1/p' >"$place/${GIVEN.session}"
}

case $tool in
  claude-code) dir=\${CLAUDE_PROJECT_DIR:-$PWD} ;;
  gemini) dir=\${GEMINI_PROJECT_DIR:-$PWD} ;;
  cursor) dir=\${CURSOR_PROJECT_DIR:-$PWD} ;;
  *) dir=$PWD ;;
esac

case $event in
  start)
    find_root
    case $tool in cursor | gemini) form=$tool.json ;; opencode | pi) form=text ;; *) form=hook.json ;; esac
    place=$data/briefs$root
    brief=$place/$form
    if recap; then
      # What the project knows is in it.
      :
    elif [ ! -f "$brief" ]; then
      count none
    elif [ -z "$(find "$brief" -mmin -${BRIEF_MINUTES})" ]; then
      count stale
    elif without_brief; then
      count without
    else
      # Of what the tool says, only which session it is, and its model. What runs in the background has no input but by a number of
      # its own.
      if [ -n "$said" ]; then
        printf '%s\\n' "$said" | read_said
      else
        exec 3<&0
        read_said <&3 &
        exec 3<&-
      fi
      if cat "$brief"; then
        count given
        # For lore context --last: the brief as it was given, to whom, and where.
        ln -f "$place/text" "$place/${GIVEN.text}" || cp "$place/text" "$place/${GIVEN.text}"
        printf '%s\\n' "$tool" >"$place/${GIVEN.tool}"
        printf '%s\\n' "$root" >"$data/${GIVEN.last}"
      fi
    fi
    nudge
    ;;
  end)
    cat <&0 >/dev/null &
    nudge
    count told
    ;;
  stop | due) ask ;;
  compact) compact ;;
  prompt) recap ;;
  git)
    now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    tab=$(printf '\\t')
    case $PWD in *"$tab"* | *"$nl"*) exit 0 ;; esac
    facts=$(git rev-parse HEAD --abbrev-ref HEAD) || exit 0
    hash=\${facts%%"$nl"*} branch=\${facts#*"$nl"}
    case $tool in
      post-commit)
        printf '%s\\t%s\\t%s\\t%s\\t%s\\n' "$now" commit "$hash" "$branch" "$PWD" >>"$data/commits"
        ;;
      post-rewrite)
        while read -r old new _; do
          [ -n "$new" ] || continue
          printf '%s\\t%s\\t%s\\t%s\\t%s\\t%s\\n' "$now" rewrite "$new" "$branch" "$PWD" "$old" >>"$data/commits"
        done
        ;;
    esac
    count told
    ;;
esac
clock
exit 0
`
