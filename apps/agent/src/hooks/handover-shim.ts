/** What turns a session must have had, and its transcript in blocks of 512 bytes, before its agent is asked. */
const ENOUGH = { turns: 3, blocks: 80 } as const

/** Of two days, as long as a brief: who could not reach the server since then would be asked in vain. */
const ASKED_MINUTES = 2_880

/** How long a recap keeps a session from another one while no turn ends. */
const GUARD_MINUTES = 5
/** A recap older than this is of an earlier shortening. */
const RECAP_MINUTES = 10

/**
 * The part of the program that asks the agent, as a turn ends, to hand over what its session found: once a session, and once
 * more after the conversation was compacted. Never while the agent goes on because of a hook, whatever the tool says of it. And the part that gives a
 * session that was compacted back where it stands.
 */
export const HANDOVER_SHIM = `
# Of what the tool says, one field of text.
field() { printf '%s\\n' "$said" | sed -n "s/.*\\"$1\\" *: *\\"\\([^\\"\\\\]*\\)\\".*/\\1/p"; }

# How far this session has come, and whether its agent was asked.
session_place() {
  said=$(cat)
  session=$(field session_id)
  [ -n "$session" ] || session=$(field conversation_id)
  case $session in '' | *[!A-Za-z0-9._-]*) return 1 ;; esac
  mkdir -p "$data/turns" || return 1
  turns=$data/turns/$tool-$session
}

# \`due\` is the same question before anything is looked at: whether asking is due at all, as far as can be known without.
ask() {
  session_place || return
  # It worked on, so what was given back to it did not lead to the next shortening.
  rmdir "$turns.recap"
  [ -e "$data/handover.off" ] && return
  case $said in *'"stop_hook_active":true'* | *'"stop_hook_active": true'*) return ;; esac
  form=ask.json
  case $tool in
    gemini) form=ask.gemini.json ;;
    opencode | pi) form=ask.text ;;
    cursor)
      form=ask.cursor.json
      case $said in *'"loop_count":0'* | *'"loop_count": 0'*) ;; *) return ;; esac
      case $said in *'"status":"completed"'* | *'"status": "completed"'*) ;; *) return ;; esac
      ;;
  esac
  [ -d "$turns.asked" ] && return
  # Of a turn that was found to be due, which is counted.
  case $said in *'"is_due":true'*) ;; *) printf . >>"$turns" ;; esac
  { read -r dots; } <"$turns"
  [ \${#dots} -ge ${ENOUGH.turns} ] || return
  # The plugin of OpenCode knows how much was said; there is no file to look at.
  case $said in *'"is_short":true'*) return ;; esac
  transcript=$(field transcript_path)
  [ -f "$transcript" ] && [ -z "$(find "$transcript" -size +${ENOUGH.blocks})" ] && return
  find_root
  text=$data/briefs$root/$form
  [ -n "$(find "$text" -mmin -${ASKED_MINUTES})" ] || return
  [ "$event" = due ] && echo due && return
  # Who makes the folder asks; another one that comes at the same time does not.
  mkdir "$turns.asked" || return
  sed "s/%SESSION%/$session/" "$text" && count asked
}

# After it was compacted there is something new to hand over, once there is enough of it. Meanwhile what it has to know again is
# fetched, unless it was given that moments ago and has not come to the end of a turn since: then giving it back may be what fills it.
compact() {
  session_place || return
  rm -f "$turns"
  rmdir "$turns.asked"
  [ -n "$(find "$turns.recap" -mmin -${GUARD_MINUTES})" ] && count held && return
  rmdir "$turns.recap"
  nudge
}

# What was fetched for this session since it was compacted, once.
recap() {
  [ -d "$data/recaps" ] || return 1
  session_place || return 1
  recap=$data/recaps/$tool-$session
  [ -n "$(find "$recap" -mmin -${RECAP_MINUTES})" ] || return 1
  mkdir "$turns.recap" || return 1
  cat "$recap" && count recap
  rm -f "$recap"
}
`
