import type { Rule } from '../redaction.types.ts'
import { acceptsNamed, isRandomEnough, isSecretName, SECRET_WORDS } from '../secret-names.ts'
import { NEXT_LINE, SLASHES } from '../surroundings.ts'

const QUOTE = `${SLASHES}["'\`]`
const PART = '[A-Za-z0-9_+/=.~!#%^*@-]{3,200}'
const BLANK = `(?:${NEXT_LINE}|[ \\t]{1,8})`
const BESIDE = `(?:${NEXT_LINE}|[ \\t]{0,8})`
const parts = (glue: string): string => `(?<secret>${PART}(?:${QUOTE}${glue}${QUOTE}${PART}){1,8})`
const NAME = `(?<name>[\\w.$-]{0,40}?(?:${SECRET_WORDS})[\\w-]{0,20})`

const NAME_ENDS = new RegExp(`${NAME}[^\\n"'\`]{0,40}$`, 'i')

const NAME_IS = new RegExp(`${NAME} ?=`, 'i')

const joinedOf = (secret: string): string =>
  secret
    .split(/\\{0,7}["'`]/)
    .filter((_, index) => index % 2 === 0)
    .join('')

const ofName = (secret: string, { groups }: RegExpExecArray): boolean => {
  const name = groups?.['name'] ?? ''
  return isSecretName(name) && acceptsNamed(name, joinedOf(secret))
}

/** Keys put together in the order of words that other languages have. */
export const JOINED_FURTHER_RULES: readonly Rule[] = [
  {
    // `CONCAT('a', 'b') AS password`, `'a' || 'b' AS token`
    name: 'assignment',
    anchors: ['concat(', "' || '"],
    ignoresCase: true,
    startOf: (text, at) => (text.charAt(at) === "'" ? text.lastIndexOf("'", at - 1) : at),
    pattern: new RegExp(
      `(?:concat\\(${BESIDE})?${QUOTE}${parts(`${BESIDE}(?:,|\\|\\|)${BESIDE}`)}(?=${QUOTE}\\s{0,2}\\)? (?:as )?["\`]?${NAME}\\b)`,
      'iy',
    ),
    accepts: ofName,
  },
  {
    // `(def api-key (str "a" "b"))`, `printf "%s%s" "a" "b"`
    name: 'assignment',
    anchors: ['(str ', 'concat ', 'append ', 'concatenate ', 'printf "', "printf '", 'join "" '],
    startOf: (text, at) => {
      const front = /[^\n]*$/.exec(text.slice(Math.max(0, at - 80), at))?.[0] ?? ''
      const name = NAME_ENDS.exec(front)
      return name === null ? -1 : at - front.length + name.index
    },
    pattern: new RegExp(
      `${NAME}[^\\n"'\`]{0,60}?(?:\\((?:str|concat|string-append|concatenate 'string) |printf (?:-v \\w{1,20} )?${QUOTE}(?:%s){2,8}${QUOTE} |join ${QUOTE}${QUOTE} (?:\\[|\\(list ))${BESIDE}${QUOTE}${parts(BLANK)}(?=${QUOTE})`,
      'iy',
    ),
    accepts: ofName,
  },
  {
    // `token += "b"`: the rest of what was begun above.
    name: 'assignment',
    anchors: [
      '+= "',
      "+= '",
      '+= \\',
      '.= "',
      '+="',
      "+='",
      ".= '",
      '<< "',
      "<< '",
      '&= "',
      '..= "',
    ],
    startOf: (text, at) => {
      const name = /[\w.$-]{2,60}\s{0,2}$/.exec(text.slice(Math.max(0, at - 62), at))
      return name === null ? -1 : at - name[0].length
    },
    pattern: new RegExp(
      `(?<name>[\\w.$-]{2,60})\\s{0,2}(?:\\+=|\\.{1,2}=|<<|&=)\\s{0,2}${QUOTE}(?<secret>${PART})(?=${QUOTE})`,
      'y',
    ),
    accepts: (secret, match) => {
      const name = match.groups?.['name'] ?? ''
      const front = match.input.slice(Math.max(0, match.index - 400), match.index)
      return (
        isSecretName(name) &&
        front.includes(name) &&
        secret.length >= 6 &&
        (isRandomEnough(secret) || acceptsNamed(name, secret))
      )
    },
  },
  {
    // The whole of it: `token = "a"`, and `token += "b"` in the line beneath.
    name: 'assignment',
    anchors: ['+= "', "+= '", '+= \\', '.= "', '+="', "+='", ".= '", '..= "'],
    startOf: (text, at) => {
      const front = text.slice(Math.max(0, at - 400), at)
      const name = /(?<name>[\w.$-]{2,60})\s{0,2}$/.exec(front)?.groups?.['name'] ?? ''
      const first = name === '' ? -1 : front.indexOf(name)
      return first < 0 ? -1 : at - front.length + first
    },
    pattern: new RegExp(
      `(?<name>[\\w.$-]{2,60})\\s{0,2}:?=\\s{0,2}${QUOTE}(?<secret>${PART}(?:${QUOTE};?${NEXT_LINE}\\k<name>\\s{0,2}(?:\\+|\\.{1,2})=\\s{0,2}${QUOTE}${PART}){1,8})(?=${QUOTE})`,
      'y',
    ),
    accepts: ofName,
  },
  {
    // `$secret = 'a', 'b' -join ''`
    name: 'assignment',
    anchors: ["-join '", '-join "'],
    startOf: (text, at) => {
      const front = /[^\n]*$/.exec(text.slice(Math.max(0, at - 300), at))?.[0] ?? ''
      const name = NAME_IS.exec(front)
      return name === null ? -1 : at - front.length + name.index
    },
    pattern: new RegExp(
      `${NAME} ?= ?\\(?${QUOTE}${parts(`${BESIDE},${BESIDE}`)}(?=${QUOTE}\\)? -join)`,
      'iy',
    ),
    accepts: ofName,
  },
]
