import { shannonEntropy } from './entropy.ts'
import { isMadeOfWords, isPlaceholder, isWordNumberWord } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { isLettersAtRandom, isRandomEnough } from './secret-names.ts'
import { BEGINS_HERE, inFront, NEXT_LINE, SLASHES } from './surroundings.ts'

const OPENING = `(?<quote>${SLASHES}["'\`]|\\*{2})?`
/** A word of a sentence, without what ends the sentence. */
const SPOKEN = '(?<secret>[^\\s"\'`,;<>(){}\\[\\]=\\\\|]{6,100}(?<![.:*]))'
/** Digits and their like are part of a longer word. */
const WORD_ENDS = `(?=[.,;:!?*)]{0,3}(?:[\\s"'\`)\\\\]|$))`

const WORDS = '(?:password|passphrase|passcode|passwort|kennwort|pwd?)'
const IS = '(?:is|was|ist|war|lautet)(?! (?:set|changed|reset|updated|generated)[ \\t])'
const OF =
  "(?: (?:(?:for|of|to|on|für|von|fürs) [^\\n:=\"']{1,80}|(?:at|in|from) [^\\n:=\"',;]{1,40}|for '[^\\s']{1,80}'(?: in '[^\\s']{1,40}')?))"
/** `password is X`, `password for the user ada is X`, `password was set to X`, `Password for user ada: X`. */
const SAYS = [
  `${OF}? ${IS}(?: now| still| just| currently| jetzt| set to| again)?:?`,
  `(?: has been| is| was| wurde)? (?:set|changed|reset|updated|geändert)(?: back)? (?:to|auf):?`,
  '(?: is| was)? generated for [^\\s:]{1,80}:',
  `${OF} ?(?::| =)`,
  // As a program lists the passwords it made up.
  ' [a-z_]{2,24} =',
  '(?: from \\[REDACTED:[a-z-]{1,20}\\])? to',
  ' from',
  '',
].join('|')
const GAP = `(?:[ \\t]{1,3}|(?:${NEXT_LINE}){1,2})`

/** Name of these rules: stored texts hold it as `[REDACTED:told]`, so it stays. */
export const SENTENCE_RULE_NAME = 'told'

/** Secrets that a sentence states. */
export const SENTENCE_RULES: readonly Rule[] = [
  {
    name: SENTENCE_RULE_NAME,
    anchors: [
      ...['password ', 'passphrase ', 'passcode ', 'passwort ', 'kennwort '],
      ...['pw is', 'pwd is', 'pw to'],
    ],
    ignoresCase: true,
    pattern: new RegExp(
      `${BEGINS_HERE}${WORDS}(?<says>${SAYS})(?<gap>${GAP})${OPENING}${SPOKEN}${WORD_ENDS}`,
      'iy',
    ),
    accepts: acceptsPassword,
  },
  {
    name: SENTENCE_RULE_NAME,
    anchors: ['token', 'api key', 'api-key', 'apikey', 'secret', 'access key'].flatMap((word) => [
      `${word} `,
      `${word}: `,
      `${word}'s `,
    ]),
    ignoresCase: true,
    pattern: new RegExp(
      `(?:token|api[ -]?key|access key|secret)(?<says>(?:'s)?(?: [a-z]{1,10}){0,3}:?) ${OPENING}(?<secret>[A-Za-z0-9_~+-]{16,200})(?=[.,;!?)*]{0,2}(?:[\\s"'\`\\\\]|$))`,
      'iy',
    ),
    accepts: (secret, match) =>
      !/\b(?:ids?|names?|named|sha|hash|commit|session|called|digest|fingerprint)\b/i.test(
        match.groups?.['says'] ?? '',
      ) && looksLikeKey(secret),
  },
  {
    // `use this key: X`
    name: SENTENCE_RULE_NAME,
    anchors: ['this key', 'my key', 'the key', 'your key'],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:this|my|the|your) key(?: is)?:? ${OPENING}(?<secret>[A-Za-z0-9_~+-]{24,200})(?=[.,;!?)*]{0,2}(?:[\\s"'\`\\\\]|$))`,
      'iy',
    ),
    accepts: looksLikeKey,
  },
  {
    name: SENTENCE_RULE_NAME,
    anchors: ['l key', 'y key'],
    startOf: (_, at) => at + 1,
    ignoresCase: true,
    pattern:
      /(?<=unseal|recovery) key(?: \d{1,2})?:\s{1,4}(?<secret>[A-Za-z0-9+/]{32,100}={0,2})/iy,
    accepts: isRandomEnough,
  },
]

/** Names of what makes or holds a password, and of what stands in a list: they end in a number as well. */
const NAMED_LIKE_IT =
  /^(?:argon|sha|md|base|utf|bcrypt|scrypt|pbkdf|aes|rsa|ed|ecdsa|oauth|blake|crc|hmac|ntlmv?|iso|rfc|ipv|http|tls|version|v|step|option|passw(?:or)?d|pass|pw|token|secret|column|col|arg|param|field|line|item|key|value|val|var|str|string|int|uint|u|i|float|varchar|char|issue|pr|phase|level|section|page|table|user|node|python|vault|api|x|s|k|ldap|file|input|form|test|example)-?_?\d+$/i

function acceptsPassword(secret: string, match: RegExpExecArray): boolean {
  const { says = '', gap = '', quote = '' } = match.groups ?? {}
  const spoken = secret.replace(/[!?]+$/, '')
  if (isNoPassword(spoken)) return false
  if (/\n|\\n/.test(gap)) return says.endsWith(':') && isRandomEnough(spoken)
  if (isRandomEnough(spoken) || isLettersAtRandom(spoken) || isWordNumberWord(spoken)) return true
  // Nothing but the word stands in front of it: the text itself has to look clearly like one.
  const isBare = says === '' || says === ' to' || says === ' from'
  if (isBare && !isGiven(match)) return false
  return isChosen(secret, { spoken, isQuoted: quote !== '' })
}

export const isNoPassword = (spoken: string): boolean =>
  spoken.length < 6 ||
  isPlaceholder(spoken) ||
  NAMED_LIKE_IT.test(spoken) ||
  /^(?:pbkdf2|hmac|aes|sha|rsa|ecdsa)[-_]/i.test(spoken) ||
  // `argon2id-hashed`
  /^[a-z]+\d{0,4}[a-z]{0,10}(?:-[a-z]+\d{0,4})+$/.test(spoken) ||
  /[^ -~]|%[0-9A-F]{2}|@[\w-]+\.\w|^[./~$%&#+-]|:\/\/|->|::|\.[A-Za-z]{1,12}\d{0,2}$|\/\w+\//.test(
    spoken,
  ) ||
  !/[A-Za-z]/.test(spoken)

/** `log in with the password X`, `set the password to X`. */
const isGiven = (match: RegExpExecArray): boolean =>
  /(?:(?:\b|\\[nrt])(?:with|using|use|and|enter|type|set|change|changed|reset|mit|und)(?: the| this| my| a| your| its| dem| das)? |\b(?:user(?:name)?|benutzer|login)[ :=]{1,2}[^\s,;]{1,60}[,;] (?:and )?)$/i.test(
    inFront(match, 90),
  )

/** As people choose one: `hunter2`, `Kranich-482!`. */
export const isChosen = (
  secret: string,
  { spoken, isQuoted }: { spoken: string; isQuoted: boolean },
): boolean => {
  if (!/\d/.test(spoken)) return false
  if (/^[A-Za-z]{4,}\d{1,6}$/.test(spoken)) return true
  if (isQuoted && /^[A-Z][a-z]{3,}[-_]\d{2,4}$/.test(spoken)) return true
  return (
    (/[!#$%^&*?@~+]/.test(secret) && !isMadeOfWords(spoken.replace(/[!?]+/g, ''))) ||
    /^[A-Z][a-z]{3,}[-_]?\d{2,4}[!#$%&*?]$/.test(secret)
  )
}

/** A key, not the name or the hash of something. */
export function looksLikeKey(secret: string): boolean {
  return (
    /[a-z]/.test(secret) &&
    /[A-Z]/.test(secret) &&
    isRandomEnough(secret) &&
    shannonEntropy(secret) > 3.4
  )
}
