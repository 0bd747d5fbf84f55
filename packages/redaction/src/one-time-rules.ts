import type { Rule } from './redaction.types.ts'
import { BEGINS_HERE, NEXT_LINE, SLASHES } from './surroundings.ts'

const QUOTE = `(?:${SLASHES}["'\`]|\\*{1,2})?`
const BASE32 = '(?:[A-Z2-7]{16,64}|(?:[A-Za-z2-7]{4}[ -]){3,15}[A-Za-z2-7]{4})'
/** Codes as services hand them out: groups of letters and digits, or eight digits. */
const CODE = '(?:[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,5}|\\d{4} \\d{4}|[A-Za-z0-9]{8,16})'
const ITEM = `(?:(?:[-*•]|\\d{1,2}[.)]):?[ \\t]{1,3})?\`?`
/** Words and dates behind a list are none of it. */
const NEXT_CODE = `(?:(?:\\\`?${NEXT_LINE}){1,2}|\\\`?,? {1,4})${ITEM}(?=[A-Za-z-]{0,40}\\d)(?!(?:19|20)\\d\\d-)${CODE}(?![\\w.-])`

/** What stands in for a second factor. */
export const ONE_TIME_RULES: readonly Rule[] = [
  {
    name: 'one-time-seed',
    anchors: [
      'totp',
      'otp_s',
      'otp s',
      'otps',
      'mfa',
      '2fa',
      'setup key',
      'authenticator',
      'this key:',
    ],
    ignoresCase: true,
    pattern: new RegExp(
      `${BEGINS_HERE}(?:(?:totp|otp|mfa|2fa|authenticator)[ _-]?(?:secret|seed|key|setup key|setup)|setup key|this key(?=:))${QUOTE}(?: is)?\\s{0,2}[:=]?\\s{1,2}${QUOTE}(?<secret>${BASE32})(?![\\w-])`,
      'iy',
    ),
    accepts: isSeed,
  },
  {
    name: 'one-time-seed',
    anchors: ['TOTP', 'totp'],
    pattern: new RegExp(
      `(?:TOTP|totp)_?(?:SEED|KEY|seed|key)${QUOTE}\\s{0,2}[:=]\\s{0,2}${QUOTE}(?<secret>${BASE32})(?![\\w-])`,
      'y',
    ),
    accepts: isSeed,
  },
  {
    name: 'recovery-code',
    anchors: ['y code', 'p code', 'h code', 'y_code', 'p_code'],
    startOf: (_, at) => at + 1,
    ignoresCase: true,
    pattern: new RegExp(
      `(?<=recovery|backup|scratch)[ _]codes?${QUOTE}(?: (?:is|are))?:?(?:[ \\t]{1,4}|(?:[ \\t]{0,4}${NEXT_LINE}){1,3})${ITEM}(?<secret>${CODE}(?![\\w.-])(?:${NEXT_CODE}){0,20})`,
      'iy',
    ),
    accepts: isListOfCodes,
  },
  {
    // The words that a purse is restored with.
    name: 'seed-phrase',
    anchors: ['mnemonic', 'phrase'],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:mnemonic|(?<=(?:seed|recovery|secret)[ _])phrase)${QUOTE}(?: is)?[ \\t]{0,2}[:=]?(?:[ \\t]{0,2}|(?:${NEXT_LINE}){1,2})${QUOTE}(?<secret>[a-z]{3,8}(?: [a-z]{3,8}){11,23})(?=${SLASHES}["'\`.]|\\s{0,2}(?:[\\r\\n\\\\]|$))`,
      'iy',
    ),
    accepts: isPhrase,
  },
]

function isSeed(secret: string): boolean {
  const letters = secret.replace(/[ -]/g, '')
  return /[2-7]/.test(letters) && /[A-Za-z]{3}/.test(letters) && !/(.)\1{4}/.test(letters)
}

/** All of them have digits or none of them is a word, and there are several or a long one. */
function isListOfCodes(secret: string): boolean {
  const codes = secret
    .split(/(?:\\{1,7}[nrt]|\s)+/)
    .map((code) => code.replace(/^[-*•+]|^\d{1,2}[.)]$|[`,]/g, ''))
    .filter((code) => code.length > 7)
  const coded = codes.filter((code) => /\d/.test(code) && !/^(?:19|20)\d\d-/.test(code))
  if (coded.length < codes.length || coded.length === 0) return false
  return coded.length > 1 || /^[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6})+$/.test(coded[0] ?? '')
}

/** As many as there may be, and not the words that every example has. */
function isPhrase(secret: string): boolean {
  const words = secret.split(' ')
  return (
    words.length % 3 === 0 && /^[a-z ]+$/.test(secret) && new Set(words).size > words.length / 2
  )
}
