import { SPLIT_FILE } from './arm-files.ts'

/**
 * The part of the program that lets a session begin without a brief, where its project parts sessions and chance says so. Without such a
 * file nothing is read or run. Who says no name of its session gets its brief, and is of neither part.
 */
export const SPLIT_SHIM = `
without_brief() {
  [ -f "$place/${SPLIT_FILE}" ] || return 1
  [ -n "$said" ] || said=$(cat)
  session=$(field session_id)
  [ -n "$session" ] || session=$(field conversation_id)
  case $session in '' | *[!A-Za-z0-9._-]*) session=; return 1 ;; esac
  { read -r round below project; } <"$place/${SPLIT_FILE}"
  case $below in '' | *[!0-9]*) return 1 ;; esac
  sum=$(printf '%s' "$round$session" | cksum) || return 1
  arm=with_brief
  [ $((\${sum%% *} % 10000)) -lt "$below" ] && arm=without_brief
  # Renamed once it is whole: somebody else reads them meanwhile.
  mkdir -p "$data/arms" || return 1
  printf '%s %s %s\\n' "$arm" "$round" "$project" >"$data/arms/.$tool-$session" || return 1
  mv -f "$data/arms/.$tool-$session" "$data/arms/$tool-$session" || return 1
  [ $arm = without_brief ]
}
`
