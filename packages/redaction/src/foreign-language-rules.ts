import {
  capitals,
  FOREIGN_KEY_WORDS,
  FOREIGN_PASSWORD_WORDS,
  SHORT_FOREIGN_PASSWORD_WORDS,
} from './foreign-language-words.ts'
import type { Rule } from './redaction.types.ts'
import { isLettersAtRandom, isRandomEnough } from './secret-names.ts'
import { isChosen, isNoPassword, looksLikeKey, SENTENCE_RULE_NAME } from './sentence-rules.ts'
import { BEGINS_HERE, inFront, SLASHES } from './surroundings.ts'

const OPENING = `(?<quote>${SLASHES}["'\`]|[«„“「『]\\s?|\\*{2})?`
/** Up to what ends a word or a sentence, in writings of the east too. */
const SPOKEN =
  '(?<secret>[^\\s"\'`,;<>(){}\\[\\]=\\\\|«»“”„「」『』，。；：、！？\\u0080-\\uffff]{6,100}(?<![.:*]))'
const WORD_ENDS = `(?=[.,;:!?*)]{0,3}(?:[\\s"'\`)\\\\|]|[^ -~]|$))`

/** What stands between the word and the password: `от базы:`, `del servidor es`, `是`. */
const IS = [
  ...[
    'è',
    'é',
    'es',
    'est',
    'is',
    'era',
    'sarà',
    'to',
    'jest',
    'je',
    'är',
    'er',
    'on',
    'lautet',
    'ist',
  ],
  ...['wordt', 'devient', 'ahora es', 'is nu', 'adesso è', 'agora é', 'это'],
].join('|')
const LINK = `(?:[ \\t]{0,2}[:：=]|[ \\t]{1,2}[—–-](?=[ \\t])|[ \\t](?:${IS}):?(?=[ \\t])|(?:是|为|為|は|が|를|은|는)[:：]?)`
const OF = '(?:[ \\t](?!=)[^\\s:：=.,;!?"\'`()<>{}\\[\\]|\\\\]{1,24}){0,6}?'

/** Words for another secret or for a key of a table, unless what follows is beyond doubt. */
const VAGUE = ['clave', 'chiave', 'sleutel', 'klucz', 'ключ', '密钥', 'schlüssel']

/** Two characters alone would be looked for nearly everywhere. */
const anchorsOf = (word: string): string[] =>
  word.length < 5 ? [...' :：是为為は「'].map((next) => word + next) : [word]

/** With a sign right behind the word, or words and then a sign, or nothing but a blank or a quote. */
const LINKED = `(?:(?<link>${OF}${LINK})[ \\t]{0,3}|[ \\t]{1,3}|(?=[«„“「『"'\`]))`
/** The same where a sign right behind the word is that of an assignment. */
const FAR = `(?<link>(?=[ \\t])(?![ \\t]{0,2}[:：=])${OF}${LINK.replace('|is|', '|').replace('|to|', '|')})[ \\t]{1,3}`

type SentenceRule = { gap: string; accepts: Rule['accepts'] & {} }

const sentenceRule = (words: readonly string[], { gap, accepts }: SentenceRule): Rule => ({
  name: SENTENCE_RULE_NAME,
  anchors: words
    .map((word) => word.replace(BEGINS_HERE, ''))
    .flatMap(capitals)
    .flatMap(anchorsOf)
    .map((anchor) => anchor.replace(/^[Cc]lave/, 'lave')),
  // `clave` is looked for by its end.
  startOf: (text, at) => (/^clave$/i.test(text.slice(at - 1, at + 4)) ? at - 1 : at),
  ignoresCase: true,
  pattern: new RegExp(
    `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})${gap}${OPENING}${SPOKEN}${WORD_ENDS}`,
    'iy',
  ),
  accepts,
})

/** Secrets that a sentence in a language other than English or German states. */
export const FOREIGN_LANGUAGE_RULES: readonly Rule[] = [
  sentenceRule(
    [...FOREIGN_PASSWORD_WORDS, ...SHORT_FOREIGN_PASSWORD_WORDS.map((word) => BEGINS_HERE + word)],
    { gap: LINKED, accepts: acceptsPassword },
  ),
  // As Italian, French and others say it too.
  sentenceRule(['password', 'passwort', 'kennwort'], { gap: FAR, accepts: acceptsPassword }),
  sentenceRule(VAGUE, {
    gap: LINKED,
    accepts: (secret, match) =>
      match.groups?.['link'] !== undefined &&
      !isNoPassword(secret) &&
      (isRandomBeyondDoubt(secret) || isStrong(secret)),
  }),
  sentenceRule(FOREIGN_KEY_WORDS, { gap: LINKED, accepts: looksLikeKey }),
]

function acceptsPassword(secret: string, match: RegExpExecArray): boolean {
  const { link, quote } = match.groups ?? {}
  const spoken = secret.replace(/[!?]+$/, '')
  if (isNoPassword(spoken)) return false
  if (isRandomEnough(spoken) || isLettersAtRandom(spoken)) return true
  if (link === undefined && quote === undefined && !WITH.test(inFront(match, 24)))
    return isStrong(secret)
  return isChosen(secret, { spoken, isQuoted: quote !== undefined })
}

/** `avec le mot de passe X`, `met wachtwoord X` */
const WITH =
  /(?:^|\s)(?:avec|con|com|met|med|mit|z|s|с|и|und|et|y|e|i|a|och|og|en)(?: (?:le|la|el|il|het|de|das|dem|der|du|l|su|tu|sua|mon|ton|mi|my))?\s$/i

const isRandomBeyondDoubt = (secret: string): boolean =>
  secret.length >= 10 && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && isRandomEnough(secret)

/** Letters of both cases, digits and a sign: `Praha404!`. */
const isStrong = (secret: string): boolean =>
  /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d/.test(secret) && /[!#$%^&*?@~+]/.test(secret)
