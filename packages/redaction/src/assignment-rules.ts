import { isChosenBeside } from './named-login-rules.ts'
import type { Rule } from './redaction.types.ts'
import {
  acceptsNamed,
  isLettersAtRandom,
  isPasswordName,
  isPublicPart,
  isRandomEnough,
  isSecretSuffix,
  SECRET_WORD_ANCHORS,
  SECRET_WORDS,
  standsAsWord,
} from './secret-names.ts'
import {
  BETWEEN,
  BLOCK_SIGN,
  EMPTY_LINES,
  ENDS_LINE,
  inFront,
  NEXT_LINE,
  SLASHES,
  WHOLE_LINE_END,
} from './surroundings.ts'

/** A value in quotes, or bare up to what ends a value in code, shells and configuration files. */
const BARE = '[^\\s"\'`,;<>()\\[\\]{}\\\\|&]'
/** Tokens of sessions of AWS have a thousand characters and more. */
const LONGEST = 2_000
/** Without a sign of an assignment within: a text full of those would be walked over at each. */
const LONG_KEY = `[A-Za-z0-9+/_.%~-]{301,${LONGEST}}={0,2}`
/** One quote, or three around a text of several lines. */
const quoted = (quote: string, group: string): string =>
  `${SLASHES}${quote}(?:${SLASHES}${quote}${SLASHES}${quote})?(?<${group}>[^${quote}\\\\\\n]{6,${LONGEST}})`
const QUOTED = `${quoted('"', 'double')}|${quoted("'", 'single')}|\`(?<tick>[^\`\\n]{6,${LONGEST}})`
/** Bytes, raw and Unicode strings of Python. What one with an `f` holds is rarely shown by its text. */
const PREFIX = `(?:[bru]{1,2}(?=${SLASHES}["']))?`
export const VALUE = `(?:${PREFIX}(?:${QUOTED})|(?<bare>(?!=|!!)(?:${LONG_KEY}|${BARE}{6,300}))(?!${BARE}|[(\\[]))`

const NAME = `(?<word>${SECRET_WORDS})(?<suffix>[A-Za-z0-9_-]{0,30})(?![A-Za-z0-9_-])`
const END_OF_NAME = `${SLASHES}["'\`]?(?:\\[\\d{0,6})?\\]?(?: \\[(?:None|\\*{1,24}\\w{0,6})\\])?`

/** `=`, `:`, `=>` and their like. */
const SIGN =
  '(?:\\s{0,4}|[ \\t]{5,40})(?:(?:\\|\\||\\?\\?)=|=>|:=|={1,3}|\\uff1a|\\*{2}:|:\\*{2}|:(?:[ \\t]{1,4}!!(?:binary|str)(?=[ \\t]))?)'
/** `process.env.SECRET || X`: what counts where nothing is set. */
const OTHERWISE = `\\s{1,4}(?:\\|\\||\\?\\?)(?=\\s{1,4}${SLASHES}["'\`])`
/** `: string =`, `: &'static str =`, `: Optional[str] =`, and `string =` as Go has it. */
const TYPED_SIGN = "\\s{0,4}(?::\\s{0,2}[A-Za-z&][\\w.<>|&'?\\[\\] ]{0,30}|\\sstring\\s{0,2})="
/** Where a manifest gives both a name of their own: `name: X` and `value: Y`. */
const VALUE_FIELD = `(?:,|,?${BETWEEN})${SLASHES}["']?(?:android:)?(?:parameter)?(?:value|default)${SLASHES}["']?\\s{0,4}[:=]`
/** `variable "db_password" { default = X }`, other fields may stand in front. */
const DEFAULT_OF = '\\s{0,2}\\{[^{}]{0,300}?(?<=[\\s{])default\\s{0,8}='
/** `<key>password</key><string>X</string>` */
const NEXT_ELEMENT = `</(?:key|name)>${BETWEEN}?<(?:string|value)>`
/** `--api-token X`, in a list or a text that begins with it as well. */
const AFTER_OPTION = '[ \\t]{1,4}(?<=(?:(?<!\\w)|\\\\[nrt])--[a-z0-9-]{2,60}[ \\t]{1,4})'
/** `password: |` and the value in a line of its own. */
const BLOCK = `[ \\t]{0,2}:${BLOCK_SIGN}${EMPTY_LINES}${NEXT_LINE}`
/** What makes bytes or a text of another kind of a text in quotes. */
const MAKERS =
  'String::from|SecretString::(?:from|new)|SecretStr|\\[\\]byte|Buffer\\.from|b64decode|bytes\\.fromhex|[\\w.]{1,30}\\.(?:GetBytes|b64decode|fromhex)'
/** `password = (` or `String::from(` and a text in quotes. */
const GROUP = `\\s{0,4}(?::=|[:=])\\s{0,2}(?:${MAKERS})?\\((?:${NEXT_LINE})?(?=[bru]{0,2}${SLASHES}["'])`
/** `var_dump` of PHP writes the type of a value in front of it. */
const DUMPED = `=>${BETWEEN}string\\(\\d{1,5}\\) (?=${SLASHES}")`
/** `"password" -> "X"` */
const ARROW = `\\s{0,2}->(?=\\s{0,2}${SLASHES}["'])`
/** `<setting name="SmtpPassword" …><value>` */
const VALUE_ELEMENT = `(?<=["'])[^<>\\n]{0,80}>${BETWEEN}?<value>`
/** `- --password` and its value as the next item of a list. */
const NEXT_ITEM = `(?<item>${NEXT_LINE}-[ \\t]{1,2})`
/** A row of a table. */
const CELL = '[ \\t]{0,40}\\|[ \\t]{0,4}'

/** `setPassword("X")`, `setenv("API_KEY", "X")` */
const ARGUMENT = `(?:\\s{0,2},|\\()(?=\\s{0,4}${SLASHES}["'\`])`

/** `storePassword 'X'` in a line of its own, as Groovy has it. */
const BEFORE_QUOTE = `(?<line>[ \\t]{1,2}(?=${SLASHES}["']))`

/** `SetEnvironmentVariable("DB_PASSWORD", "X")`: what stands second is a value, whatever it looks like. */
const SETTER =
  /(?:(?:setenvironmentvariable|setenv|putenv|set_var|define|getenv|(?<![\w.])env|environ\.get|env\.fetch|(?:get|set)property|\.(?:put|append|setitem|insert_or_assign))\(\s{0,4}\\{0,7}["'][\w.-]{0,80}|\.set_?)$/i

/** What may stand between a sign and its value: a value in quotes may be in the next line, however far that is moved in. */
const GAP = `(?:${NEXT_LINE}(?=(?:[bru]{1,2})?${SLASHES}["'\`])|\\s{0,4}|[ \\t]{5,40})`

/** What none of them begins with settles most places at once. */
const OPERATOR = `(?=[\\s,=:>|({<\\\\*?"'\\uff1a-])(?<operator>${VALUE_FIELD}|${DUMPED}|${VALUE_ELEMENT}|${ARROW}|${NEXT_ITEM}|${OTHERWISE}|${BLOCK}|${TYPED_SIGN}|${SIGN}|${AFTER_OPTION}|${ARGUMENT}|>|${CELL}|${DEFAULT_OF}|${NEXT_ELEMENT}|${GROUP}|${BEFORE_QUOTE})`

/** Secrets known by the name of what they are given to. */
export const ASSIGNMENT_RULES: readonly Rule[] = [
  {
    name: 'assignment',
    anchors: SECRET_WORD_ANCHORS,
    ignoresCase: true,
    pattern: new RegExp(`${NAME}${END_OF_NAME}${OPERATOR}${GAP}${VALUE}`, 'iy'),
    accepts: acceptsAssignment,
  },
]

function acceptsAssignment(secret: string, match: RegExpExecArray): boolean {
  const { word = '', suffix = '', operator = '' } = match.groups ?? {}
  if (!isSecretSuffix(suffix)) return false
  const before = match.input.charAt(match.index - 1)
  if (!standsAsWord(word, { before, suffix }) && !isJoined(word, match)) return false
  // `--- PASS: TestLogin`
  if (word === 'PASS' && operator.endsWith(':')) return false
  // What `grep` writes in front of the next line.
  if (/^[\w./-]{1,120}[:-]\d{1,6}[:-]$/.test(secret)) return false
  // `https://x-access-token:X@host/…`: only the password of an address goes, by a rule of its own.
  if (/:\/\/[^\s:@/]{0,60}$/.test(inFront(match, 64)) && secret.includes('@')) return false
  // `publicKeyToken` of assemblies
  if (word.toLowerCase() === 'token' && /public_?key$/i.test(inFront(match, 12))) return false
  // arn:aws:secretsmanager:…:secret:name
  if (/arn:[a-z]{3}[\w:-]{0,60}$/.test(inFront(match, 80))) return false
  return acceptsBehind(operator, match)?.(secret) ?? acceptsNamed(fullWord(word, match), secret)
}

/** `SSHPASS`, `dbpass`: these go together without a sign. An escape of a line end in front of a name is no part of it. */
const isJoined = (word: string, match: RegExpExecArray): boolean =>
  (word.length > 3 ? JOINED : ESCAPED).test(inFront(match, 12))

const ESCAPED = /\\[nrt]$/
const JOINED =
  /(?:\\[nrt]|(?:^|[^A-Za-z]|\\[nrt])(?:ssh|db|user|my|root|admin|sudo|smtp|mail|ftp|wifi|vpn|pg|ldap|proxy|bind|store|key|require|ossrh))$/i

/** `MYSQL_PWD` and the `Pwd` of a connection string are no folder, as `PWD` is. */
const fullWord = (word: string, match: RegExpExecArray): string => {
  if (word === 'PASS' && inFront(match, 3) === 'SSH') return 'password'
  return /^pwd$/i.test(word) && NOT_OF_A_FOLDER.test(inFront(match, 160)) ? 'password' : word
}

const NOT_OF_A_FOLDER = /(?:(?<!OLD)[A-Za-z]_|=[^=;"'\n]{1,80};\s?|createUser\([^()]{0,80})$/i

const isSoRandom = (secret: string): boolean => secret.length >= 16 && isRandomEnough(secret)
const no = (): boolean => false

/** What signs other than an assignment ask of a value; `null` where they ask no more. */
function acceptsBehind(
  operator: string,
  match: RegExpExecArray,
): ((secret: string) => boolean | null) | null {
  if (operator === '>') return isElement(match) ? null : no
  if (operator.trim() === '|') return acceptsInCell(match)
  if (/:[ \t]{1,8}(?:![!\w:.]{1,40}[ \t]{1,4})?[|>]/.test(operator))
    return endsLine(match) ? acceptsInBlock(operator, match) : no
  if (!isWholeLine(match)) return no
  if (/^[ \t]+$/.test(operator))
    return (secret) => (secret.length >= 20 && isLettersAtRandom(secret)) || null
  // Only what is random beyond doubt, for lists of words look the same.
  if (/^[^:=]*[,(]$/.test(operator) && !SETTER.test(inFront(match, 120))) return isSoRandom
  return null
}

/** What is recognised by the line alone: a name and a text that fill one, an option and the item behind it. */
function isWholeLine(match: RegExpExecArray): boolean {
  const { item, line } = match.groups ?? {}
  if (item !== undefined) return /- \\{0,7}["']?--[a-z-]{0,40}$/.test(inFront(match, 60))
  return line === undefined || standsAlone(match)
}

function acceptsInCell(match: RegExpExecArray): ((secret: string) => boolean) | null {
  const { word = '' } = match.groups ?? {}
  if (isCell(match))
    return (secret) => isRandomEnough(secret) || (isPasswordName(word) && isChosenBeside(secret))
  return isExpanded(match) ? null : no
}

/** In a block of several words, text goes on. */
function endsLine(match: RegExpExecArray): boolean {
  const end = match.index + match[0].length
  return ENDS_LINE.test(match.input.slice(end, end + 24))
}

/** The first of several lines is no password: someone describes one, or all of them are a key. */
function acceptsInBlock(
  operator: string,
  match: RegExpExecArray,
): (secret: string) => boolean | null {
  const end = match.index + match[0].length
  const behind = match.input.slice(end, end + 240)
  const next = FURTHER_LINE.exec(behind)?.groups?.['indent'] ?? ''
  const goesOn = next !== '' && next.startsWith(INDENT.exec(operator)?.[0] ?? '')
  return (secret) => {
    if (isPublicPart(secret) || (goesOn && !isRandomEnough(secret))) return false
    return null
  }
}

const INDENT = /(?:[ \t]|\\{1,7}t){0,24}$/
const FURTHER_LINE = new RegExp(
  `^${WHOLE_LINE_END}(?<indent>(?:[ \\t]|\\\\{1,7}t){0,24})(?=[^\\s"'\`\\\\])`,
)

/** `<password>…</password>`, not what stands behind the end of one. */
function isElement(match: RegExpExecArray): boolean {
  return (
    match.input.startsWith('</', match.index + match[0].length) &&
    !/<\/[\w:.-]{0,40}$/.test(inFront(match, 42))
  )
}

/** Where a line begins, also a numbered one, or a text within JSON. */
const HEAD_OF_ROW =
  /(?:^|[\r\n"]|\\[nrt])(?:[\w./-]{1,120}:\d{1,6}:)?[\s+>→\d-]{0,16}\|(?:[^\n|]{0,60}\|){0,3}[^\n|]{0,60}$/

const HEAD_OF_STATEMENT =
  /(?:^|[\r\n"]|\\[nrt])(?:[\w./-]{1,120}:\d{1,6}:)?[\s+>→\d|-]{0,24}(?:#define[ \t]{1,4}\w{0,40}|[A-Za-z]{0,30})$/
const END_OF_STATEMENT = /^\\{0,7}["'](?:[ \t]|\\{1,7}[rt]){0,4}(?:$|[\r\n"`]|\\{1,7}n)/

/** A name and a text in quotes that are all of a line. */
function standsAlone(match: RegExpExecArray): boolean {
  const end = match.index + match[0].length
  return (
    HEAD_OF_STATEMENT.test(inFront(match, 180)) &&
    END_OF_STATEMENT.test(match.input.slice(end, end + 24))
  )
}

/** `password | X` beneath the head of a record, as psql prints wide tables. */
function isExpanded(match: RegExpExecArray): boolean {
  return /-\[ RECORD \d{1,6} \]-(?:[^[]|\[(?! ))*(?:\n|\\n)(?:[ \t]{0,8}\d{1,6}[\t→:|-]|[\w./-]{1,120}[:-]\d{1,6}[:-]|[+-])?[\w ]{0,40}$/.test(
    inFront(match, 1_500),
  )
}

/** `| password | … |`: a pipe of commands does not begin with one. */
function isCell(match: RegExpExecArray): boolean {
  const end = match.index + match[0].length
  return (
    HEAD_OF_ROW.test(inFront(match, 260)) &&
    /^`?[ \t]{0,60}\|/.test(match.input.slice(end, end + 64))
  )
}
