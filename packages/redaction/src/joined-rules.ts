import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isSecretName, SECRET_WORDS, standsAsWord } from './secret-names.ts'
import { looksLikeKey } from './sentence-rules.ts'
import { NEXT_LINE, SLASHES } from './surroundings.ts'

const QUOTE = `${SLASHES}["'\`]`
/** Bytes, raw and formatted strings of Python. */
const PREFIX = '[bfruBFRU]{0,2}'
/** A dollar in front of a name is a variable. */
const PART = '(?:[A-Za-z0-9_+/=.~!?#%^*@&-]|\\$(?![A-Za-z_{(])){3,200}'
/** Beneath its name, however far it is moved in. */
const BESIDE = `(?:${NEXT_LINE}[ \\t]{0,40}|[ \\t]{0,8})`
/** Between two strings that a language joins: nothing, a sign, or a call of the first. */
const SIGN = `${QUOTE}(?:${BESIDE}(?:\\+{1,2}|\\.{1,2}|<>|&{1,2}|\\|\\||[\\^*~]|//|<<)?${BESIDE}${PREFIX}|\\)?\\.(?:append|concat|plus|push_str)\\()${QUOTE}`
const COMMA = `${QUOTE}${BESIDE},${BESIDE}${PREFIX}${QUOTE}`
const parts = (glue: string): string =>
  `(?<secret>${PART}(?:${glue}${PART}){1,8})(?=${QUOTE}(?!\\s{0,2}(?::|=>)))`
const NAME = `(?<word>${SECRET_WORDS})(?<suffix>[A-Za-z0-9_-]{0,30})(?:${QUOTE})?(?:\\[\\d{0,4}\\])?\\]?(?: ?: ?[\\w&':]{1,30})?[ \\t]{0,8}(?:=>|<-|<<|[:?]?=|:)${BESIDE}`
/** What joins the strings that it is given: `concat(`, `"".join([`, `"%s%s" % (`, `fmt.Sprintf("%s%s", `. */
const CALL = `(?:[\\w.$!:]{0,30}?(?:concat|join|implode|sprintf|format|paste0?|str_c|strcat|StringBuilder|listOf|arrayOf|asList)!?\\(|!Join \\[|\\{?\\s{0,2}${QUOTE}Fn::Join${QUOTE}: ?\\[|${QUOTE}${QUOTE}\\.join\\(|${QUOTE}(?:%s|\\{\\d?\\}){2,8}${QUOTE}(?: % ?|\\.format)\\()`
const OPENING = `(?:${QUOTE}(?:%s|\\{\\d?\\}|%v){0,8}${QUOTE},\\s{0,2})?(?:array|\\[\\]string|c)?[[({]?`

const JOINING_BEHIND =
  /^\\{0,7}["'`](?:\s|\\n){0,8}[\])](?:\s{0,2}-join\b|\.join\(?\s{0,2}\(?\\{0,7}["'`]\\{0,7}["'`]|\.join(?!\w|\())/

/** Where two strings meet that are no joint of the readings (`read-coded.ts`). */
const MEETING = [
  ...['" "', "' '", '" <>', "' <>", '` +', '`+', '"\''],
  ...['\'"', '.concat(', '.append(', '.plus(', '" ^', "' ^", '" *', "' *", '" ~', "' ~"],
  ...['" &&', "' &&", '" //', "' //", '" <<', "' <<", '" f"', "' f'", '" b"', "' b'"],
  // Within JSON.
  ...['" \\', "' \\"],
  // Where a sign stands at the joint, or a letter in front of the next string.
  ...['" +', "' +", '" .', "' .", '" &', "' &", '" |', "' |", '"\n', "'\n"],
]
const CALLS = [
  'concat(',
  'concat!(',
  'trcat(',
  'tr_c(',
  'paste(',
  'join [',
  'fn::join',
  'istof(',
  'rrayof(',
  'aslist(',
  'join(',
  'implode(',
  'printf(',
  'format(',
  'format!(',
  'paste0(',
  ' % (',
]

/** Keys that code puts together from strings, behind the name of a secret. */
export const JOINED_RULES: readonly Rule[] = [
  {
    // `"a" "b"`, `'a' <> 'b'`, `'a'.concat('b')`, `new StringBuilder("a").append("b")`
    name: 'assignment',
    anchors: MEETING,
    startOf: (text, at) => assignedBefore(text, partBefore(text, at)),
    pattern: new RegExp(
      `${NAME}\\(?(?:new )?(?:[\\w.:]{1,30}\\((?:\\)\\.append\\()?)?(?:${QUOTE}\\{\\{ ?)?${BESIDE}${PREFIX}${QUOTE}${parts(SIGN)}`,
      'iy',
    ),
    accepts: acceptsJoined,
  },
  {
    name: 'assignment',
    anchors: CALLS,
    ignoresCase: true,
    startOf: (text, at) => (HAS_PART.test(text.slice(at, at + 60)) ? nameBefore(text, at) : -1),
    pattern: new RegExp(`${NAME}(?:new )?${CALL}${OPENING}${BESIDE}${QUOTE}${parts(COMMA)}`, 'iy'),
    accepts: acceptsJoined,
  },
  {
    // `["a", "b"].join("")`, `('a', 'b') -join ''`
    name: 'assignment',
    anchors: ['=', ':'].flatMap((sign) => [`${sign} [`, `${sign} (`, `${sign}[`, `${sign}(`]),
    startOf: (text, at) => (mayBeginWithText(text, at) ? at : -1),
    pattern: new RegExp(`[=:] ?[[(]${BESIDE}${QUOTE}${parts(COMMA)}`, 'y'),
    accepts: (secret, match) => {
      const end = match.index + match[0].length
      const name = /(?<name>[\w-]{1,60})\\{0,7}["']?[ \t]{0,4}:?$/.exec(
        match.input.slice(Math.max(0, match.index - 80), match.index),
      )?.groups?.['name']
      return (
        JOINING_BEHIND.test(match.input.slice(end, end + 60)) && isKeyOf(name, joinedOf(secret))
      )
    },
  },
]

/** What most lists and groups begin with is no quote, nor what may stand in front of one. */
const mayBeginWithText = (text: string, at: number): boolean => {
  const bracket = text.charAt(at + 1) === ' ' ? at + 2 : at + 1
  return bracket + 1 < text.length && !/[\w$)\]{[(.<]/.test(text.charAt(bracket + 1))
}

const NAME_ENDS = new RegExp(`(?:${SECRET_WORDS})[^\\n;]{0,100}$`, 'i')
/** More than the sign that a list is joined with. */
const HAS_PART = /["'`][\w+/=.~!#%^*@-]{3}/
const NEAR = 120

const LONGEST_PART = 200

/** Where the string begins that ends at `end`; below zero: none does. */
function partBefore(text: string, end: number): number {
  let from = end
  if (text.charAt(from - 1) === ')') from -= 1
  while (from > 0 && /["'`\\]/.test(text.charAt(from - 1)) && end - from < 8) from -= 1
  let start = from
  while (from - start <= LONGEST_PART && /[\w+/=.~!?#%^*@&$-]/.test(text.charAt(start - 1)))
    start -= 1
  return from - start >= 3 && /["'`]/.test(text.charAt(start - 1)) ? start - 1 : -1
}

/** The same of a string that something is given. */
function assignedBefore(text: string, start: number): number {
  const sign = /\S\s{0,30}\\{0,7}$/.exec(
    text.slice(Math.max(0, start - 40), Math.max(0, start)),
  )?.[0]
  return sign !== undefined && /^[=:><({bfruBFRU]/.test(sign) ? nameBefore(text, start) : -1
}

/** Where the name of a secret begins in front of a string or a call, in its line or the one above. */
function nameBefore(text: string, end: number): number {
  if (end < 0) return -1
  const front = ownLine(text.slice(Math.max(0, end - NEAR), end))
  const name = /[=:]|<[-<]/.test(front) ? NAME_ENDS.exec(front) : null
  return name === null ? -1 : end - front.length + name.index
}

/** The last line alone where it has a sign of its own: another name may stand above. */
const ownLine = (front: string): string => {
  const line = /(?:(?<=\n)|(?<=\\n)|^)(?:(?!\\n)[^\n])*$/.exec(front)?.[0] ?? front
  return /[=:]|<[-<]/.test(line) ? line : front
}

const joinedOf = (secret: string): string =>
  secret
    .split(/\\{0,7}["'`]/)
    .filter((_, index) => index % 2 === 0)
    .join('')

const isKeyOf = (name: string | undefined, value: string): boolean =>
  name !== undefined &&
  ((isSecretName(name) && acceptsNamed(name, value)) ||
    (/key|token|secret|pass|auth|cred/i.test(name) && looksLikeKey(value)))

function acceptsJoined(secret: string, match: RegExpExecArray): boolean {
  const { word = '', suffix = '' } = match.groups ?? {}
  const before = match.input.charAt(match.index - 1)
  return (
    isSecretName(word + suffix) &&
    standsAsWord(word, { before, suffix }) &&
    acceptsNamed(word + suffix, joinedOf(secret))
  )
}
