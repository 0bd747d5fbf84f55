import { isChosenBeside, isNumbered, isPlain } from '../named-login-rules.ts'
import { isPlaceholder, isWordNumberWord } from '../placeholders.ts'

/** What a sentence ends with is none of it. */
export const SPOKEN =
  '(?<secret>[^\\s"\'`,;<>(){}\\[\\]\\\\|/:\\u0080-\\uffff]{6,100}(?<![.:*])(?:\\*(?!\\*))?)'

/** Addresses, paths, files, versions, days, tickets, hashes, and what is written in capitals or letters alone. */
const NONE = new RegExp(
  [
    '^(?:this|self|super|req|res|ctx|props|process|window|document)\\.|@[\\w-]+\\.\\w|^[./~$%&#+-]|://|->|::|/\\w+/',
    '\\.[A-Za-z]{1,4}\\d?$',
    '^v?\\d+(?:\\.\\w+)+$|\\d{4}-\\d\\d|\\d\\d:\\d\\d',
    '^[A-Z]{2,10}-\\d+$|^#?\\d+$|^[a-z]{2}_[A-Z]{2}\\b',
    '^[0-9a-f]{7,64}$|^[0-9a-f]{8}-[0-9a-f-]{20,}$',
    '%[0-9A-F]{2}|^[A-Za-z_.-]*=',
  ].join('|'),
)

const isPossible = (secret: string): boolean => {
  const spoken = secret.replace(/[!?#$%&*]+$/, '')
  return (
    spoken.length >= 5 &&
    /[A-Za-z]/.test(spoken) &&
    /\d|[!#$%^&*?~@+]/.test(secret) &&
    !isPlaceholder(spoken) &&
    !NONE.test(spoken) &&
    !isNumbered(spoken)
  )
}

/** `r0ck3t13`: digits in the place of letters. */
const isSpelledWithDigits = (secret: string): boolean =>
  /^[a-z]+[01345789]+[a-z]+\w*\d[!#$%&*?]?$/i.test(secret) && secret.length >= 7

/** `maple.silver23`, and no name of a file. */
const isJoinedByDots = (secret: string): boolean =>
  /^[A-Za-z]{3,}\.[A-Za-z]{5,}\d{1,4}[!#$%&*?]?$/.test(secret)

/** `copper@velvet7`, `Winter_Pepper7` */
const isTwoWords = (secret: string): boolean =>
  /^[A-Za-z]{3,}@[A-Za-z]{3,}\d{1,4}$/.test(secret) ||
  /^[A-Z][a-z]{2,}[-_+][A-Z][a-z]{2,}\d{1,4}[!#$%&*?]?$/.test(secret)

/** A word and a number, as programs and their versions are called: `Keycloak24`. */
const isWordWithNumber = (secret: string): boolean => /^[A-Za-z][a-z]+[-_.]?\d{1,2}$/.test(secret)

/** Beside a name, in a sentence that speaks of a login: what looks like a password and not like the means of it. */
export const isLikelyPassword = (secret: string): boolean =>
  isPlain(secret) ||
  isChosenBeside(secret) ||
  isWordNumberWord(secret) ||
  (isPossible(secret) &&
    !isWordWithNumber(secret) &&
    (isSpelledWithDigits(secret) || isJoinedByDots(secret) || isTwoWords(secret)))

/** `client_secret2`, `route-v2`, `plan-2024` */
const NAME_WITH_NUMBER = /[-_.](?:19|20)\d\d$|^\w+-v\d|^[a-z]+(?:[_-][a-z]+)+\d?$/

/** Where nothing but a password can stand: behind a word for credentials and a name. */
export const isCredential = (secret: string): boolean =>
  isLikelyPassword(secret) ||
  (isPossible(secret) && /\d/.test(secret) && !NAME_WITH_NUMBER.test(secret))
