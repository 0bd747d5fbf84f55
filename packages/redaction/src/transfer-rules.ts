import { CHARACTER } from './command-rules.ts'
import { isPlaceholder } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { BEGINS_HERE, NEXT_LINE, SLASHES } from './surroundings.ts'

const QUOTE = `(?:${SLASHES}["'])?`
/** What a shell fills in, and what is joined with a variable, is none. */
const accepts = (secret: string): boolean => !isPlaceholder(secret)

/** Also `DOMAIN\name`. */
const LOGIN = `[^\\s,'"\\\\]{1,80}(?:\\\\{1,4}[^\\s,'"\\\\]{1,80})?`

/** Passwords of clients that move files: `lftp -u NAME,PASSWORD`. */
export const TRANSFER_RULES: readonly Rule[] = [
  {
    name: 'command-line',
    anchors: ['lftp', 'open -u '],
    pattern: new RegExp(
      `(?:lftp${QUOTE}(?:[^\\n]|\\\\\\r?\\n){1,200}?(?<=[\\s"'])(?:-[a-z]?u|--user)(?:[ =]|${QUOTE},\\s{0,2})?|open -u )${QUOTE}${LOGIN}${QUOTE},${QUOTE}(?<secret>${CHARACTER}{4,200})`,
      'y',
    ),
    accepts,
  },
  {
    name: 'command-line',
    anchors: ['lftp '],
    pattern: new RegExp(
      `lftp [^\\n]{0,200}?(?<=\\s)--password[ =]${QUOTE}(?<secret>${CHARACTER}{4,200})`,
      'y',
    ),
    accepts,
  },
  {
    name: 'command-line',
    anchors: ['ncftp'],
    pattern: new RegExp(
      `ncftp(?:put|get|ls)?\\s[^\\n;|]{0,200}?(?<=\\s)-p\\s{1,2}${QUOTE}(?<secret>${CHARACTER}{4,200})`,
      'y',
    ),
    accepts,
  },
  {
    // What a person types at its prompt.
    name: 'command-line',
    anchors: ['lftp '],
    pattern: /lftp [^\n>]{0,80}> user [\w.@-]{1,80} (?<secret>[^\s"'\\;]{6,100})/y,
    accepts,
  },
  {
    // The script of an ftp client.
    name: 'command-line',
    anchors: ['user '],
    pattern: new RegExp(
      `${BEGINS_HERE}user [\\w.@-]{1,80} (?<secret>[^\\s"'\\\\;]{6,100})(?=(?:;|${NEXT_LINE})\\s?(?:ls|quit|bye|mirror|lcd|cd|m?put|m?get|bin(?:ary)?|ascii|passive|prompt)\\b)`,
      'y',
    ),
    accepts,
  },
]
