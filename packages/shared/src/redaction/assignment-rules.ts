import type { Rule } from './redaction.types.ts'
import {
  acceptsNamed,
  isRandomEnough,
  isSecretSuffix,
  SECRET_WORD_ANCHORS,
  SECRET_WORDS,
  standsAsWord,
} from './secret-names.ts'

/** A value in quotes, or bare up to what ends a value in code, shells and configuration files. */
const BARE = '[^\\s"\'`,;<>()\\[\\]{}\\\\|&]'
const QUOTED = `\\\\{0,3}"(?<double>[^"\\\\\\n]{6,300})|\\\\{0,3}'(?<single>[^'\\\\\\n]{6,300})|\`(?<tick>[^\`\\n]{6,300})`
const VALUE = `(?:${QUOTED}|(?<bare>(?!=)${BARE}{6,300})(?!${BARE}|[(\\[]))`

const NAME = `(?<word>${SECRET_WORDS})(?<suffix>[A-Za-z0-9_-]{0,30})(?![A-Za-z0-9_-])`
const END_OF_NAME = '\\\\{0,3}["\'`]?\\]?'

/** `=`, `:`, `=>` and their like. */
const SIGN = '\\s{0,4}(?:=>|:=|={1,3}|:)'
/** `: string =`, `: str =` */
const TYPED_SIGN = '\\s{0,4}:\\s{0,2}[A-Za-z][\\w.<>| ]{0,24}='
/** Where a manifest gives both a name of their own: `name: X` and `value: Y`. */
const VALUE_FIELD =
  ',?(?:\\s|\\\\n){1,24}\\\\{0,3}["\']?(?:value|default)\\\\{0,3}["\']?\\s{0,4}[:=]'
/** `--api-token X` */
const AFTER_OPTION = '[ \\t]{1,4}(?<=\\s--[a-z0-9-]{2,60}[ \\t]{1,4})'

const OPERATOR = `(?<operator>${VALUE_FIELD}|${TYPED_SIGN}|${SIGN}|${AFTER_OPTION}|\\s{0,2},|>)`

/** Secrets known by the name of what they are given to. */
export const ASSIGNMENT_RULES: readonly Rule[] = [
  {
    name: 'assignment',
    anchors: SECRET_WORD_ANCHORS,
    ignoresCase: true,
    pattern: new RegExp(`${NAME}${END_OF_NAME}${OPERATOR}\\s{0,4}${VALUE}`, 'iy'),
    accepts: acceptsAssignment,
  },
]

function acceptsAssignment(secret: string, match: RegExpExecArray): boolean {
  const { word = '', suffix = '', operator = '', bare } = match.groups ?? {}
  if (!isSecretSuffix(suffix)) return false
  if (!standsAsWord(word, { before: match.input.charAt(match.index - 1), suffix })) return false
  // `--- PASS: TestLogin`
  if (word === 'PASS' && operator.endsWith(':')) return false
  // arn:aws:secretsmanager:…:secret:name
  if (
    /arn:[a-z]{3}[\w:-]{0,60}$/.test(match.input.slice(Math.max(0, match.index - 80), match.index))
  )
    return false
  // <password>…</password>
  if (operator === '>' && !match.input.startsWith('</', match.index + match[0].length)) return false
  // setenv("API_KEY", "…"): only what is random beyond doubt, for lists of words look the same.
  if (operator.endsWith(','))
    return bare === undefined && secret.length >= 16 && isRandomEnough(secret)
  return acceptsNamed(word, secret)
}
