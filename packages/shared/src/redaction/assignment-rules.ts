import { inFront } from './in-front.ts'
import type { Rule } from './redaction.types.ts'
import {
  acceptsNamed,
  isRandomEnough,
  isSecretSuffix,
  SECRET_WORD_ANCHORS,
  SECRET_WORDS,
  standsAsWord,
} from './secret-names.ts'
import { BETWEEN, SLASHES } from './surroundings.ts'

/** A value in quotes, or bare up to what ends a value in code, shells and configuration files. */
const BARE = '[^\\s"\'`,;<>()\\[\\]{}\\\\|&]'
const QUOTED = `${SLASHES}"(?<double>[^"\\\\\\n]{6,300})|${SLASHES}'(?<single>[^'\\\\\\n]{6,300})|\`(?<tick>[^\`\\n]{6,300})`
const VALUE = `(?:${QUOTED}|(?<bare>(?!=)${BARE}{6,300})(?!${BARE}|[(\\[]))`

const NAME = `(?<word>${SECRET_WORDS})(?<suffix>[A-Za-z0-9_-]{0,30})(?![A-Za-z0-9_-])`
const END_OF_NAME = `${SLASHES}["'\`]?\\]?`

/** `=`, `:`, `=>` and their like. */
const SIGN = '\\s{0,4}(?:=>|:=|={1,3}|:)'
/** `: string =`, `: str =` */
const TYPED_SIGN = '\\s{0,4}:\\s{0,2}[A-Za-z][\\w.<>| ]{0,24}='
/** Where a manifest gives both a name of their own: `name: X` and `value: Y`. */
const VALUE_FIELD = `,?${BETWEEN}${SLASHES}["']?(?:value|default)${SLASHES}["']?\\s{0,4}[:=]`
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
  if (/arn:[a-z]{3}[\w:-]{0,60}$/.test(inFront(match, 80))) return false
  if (operator === '>' && !isElement(match)) return false
  // setenv("API_KEY", "…"): only what is random beyond doubt, for lists of words look the same.
  if (operator.endsWith(','))
    return bare === undefined && secret.length >= 16 && isRandomEnough(secret)
  return acceptsNamed(word, secret)
}

/** `<password>…</password>`, not what stands behind the end of one. */
function isElement(match: RegExpExecArray): boolean {
  return (
    match.input.startsWith('</', match.index + match[0].length) &&
    !/<\/[\w:.-]{0,40}$/.test(inFront(match, 42))
  )
}
