import { isMadeOfWords } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { acceptsNamed } from './secret-names.ts'
import { isChosen, isNoPassword, looksLikeKey, SENTENCE_RULE_NAME } from './sentence-rules.ts'
import { NEXT_LINE, SLASHES } from './surroundings.ts'

const QUOTE = `(?:${SLASHES}["'\`]|\\*{2})?`
const SPOKEN = '(?<secret>[^\\s"\'`,;<>(){}\\[\\]=\\\\|/:]{6,100}(?<![.:*]))'
const SAID_OF_IT =
  /(?<said>[^\s]{6,102} (?:is|as|als|ist) (?:(?:the|my|our|das|mein|unser) )?(?:(?:right|correct|new|old|current|actual|admin|root|richtige|neue) )?)$/i
const ENDS = `(?=[.,;:!?*)]{0,3}(?:[\\s"'\`)\\\\]|$))`

/** A name and a password as people write them side by side, and codes that a person or a message states. */
export const SENTENCE_LOGIN_RULES: readonly Rule[] = [
  {
    // `log in as admin / X`, `creds: admin:X`, `Zugangsdaten: admin / X`
    name: SENTENCE_RULE_NAME,
    anchors: [
      ...['log in as', 'login as', 'sign in as', 'log in with', 'login with', 'sign in with'],
      ...['creds', 'credentials', 'login:', 'logins:', 'account:', 'zugangsdaten', 'zugang:'],
      ...['identifiants', 'credenciales', 'credenziali', 'credenciais', 'inloggegevens'],
    ],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:(?:log ?in|sign in) (?:as|with)|creds|credentials|logins?|account|zugangsdaten|zugang|identifiants|credenciales|credenziali|credenciais|inloggegevens)(?: are| is| sind| sont| son)?:? ${QUOTE}[\\w.@+-]{2,60}${QUOTE}(?: ?/ ?|:)${QUOTE}${SPOKEN}${ENDS}`,
      'iy',
    ),
    accepts: acceptsLogin,
  },
  {
    // `X is the right password`, `use X as the password`
    name: SENTENCE_RULE_NAME,
    anchors: ['password', 'passwort', 'kennwort'],
    ignoresCase: true,
    startOf: wordBefore,
    pattern: new RegExp(`${QUOTE}${SPOKEN}(?=${QUOTE} (?:is|as|als|ist) )`, 'iy'),
    accepts: acceptsLogin,
  },
  {
    // `passphrase "four plain words beside"`
    name: SENTENCE_RULE_NAME,
    anchors: ['passphrase'],
    ignoresCase: true,
    pattern: new RegExp(
      `passphrase(?: is| was)?:? ${SLASHES}["'\`](?<secret>[a-z]{3,12}(?:[ -][a-z]{3,12}){3,9})(?=${SLASHES}["'\`])`,
      'iy',
    ),
    accepts: (secret) =>
      !/\b(?:the|for|must|with|your|not|and|this|that|enter|used|from|please|when|passphrase)\b/i.test(
        secret,
      ),
  },
  {
    // `The admin PIN is 298389.`
    name: SENTENCE_RULE_NAME,
    anchors: ['PIN is', 'PIN: ', 'PIN code', 'PIN lautet', 'PIN ist', 'PIN-Code'],
    pattern:
      /PIN(?:[ -][Cc]ode)?(?: is| lautet| ist|:) (?:now )?(?<secret>\d{4,8})(?![\w.:-]\d|\w)/y,
    accepts: isNoExample,
  },
  {
    // `Your verification code is 189029.`
    name: SENTENCE_RULE_NAME,
    anchors: ['verification code', 'security code', 'login code'],
    ignoresCase: true,
    pattern:
      /(?:verification|security|login) code(?: is|:)\s{1,3}\*{0,2}(?<secret>\d{6,8})(?![\w.:-]\d|\w)/iy,
    accepts: isNoExample,
  },
  {
    // `npm publish --otp=X`
    name: SENTENCE_RULE_NAME,
    anchors: ['--otp'],
    pattern: /--otp[= ](?<secret>\d{6,8})(?!\w)/y,
    accepts: isNoExample,
  },
  {
    // `Your new API key (shown once):` and the key in a line of its own.
    name: SENTENCE_RULE_NAME,
    anchors: ['token', 'api key', 'secret key', 'access key'].flatMap((word) => [
      ...[`${word}:\n`, `${word}:\r`, `${word}:\\`, `${word} (`],
    ]),
    ignoresCase: true,
    pattern: new RegExp(
      `(?:token|(?:api|secret|access) key)(?: \\([^()\\n]{1,60}\\))?:(?:[ \\t]{0,4}${NEXT_LINE}){1,2}(?<secret>[A-Za-z0-9][A-Za-z0-9_~+-]{23,199})(?=(?:[ \\t]|\\\\{1,7}[rt]){0,8}(?:$|[\\r\\n"'\`]|\\\\{1,7}n))`,
      'iy',
    ),
    accepts: looksLikeKey,
  },
]

function acceptsLogin(secret: string, match: RegExpExecArray): boolean {
  const spoken = secret.replace(/[!?]+$/, '')
  if (isNoPassword(spoken) || !acceptsNamed('password', secret)) return false
  if (isMixed(secret)) return true
  // `failed2`
  if (!/\d{2}|[!#$%^&*?@~+]/.test(secret)) return false
  return isChosen(secret, { spoken, isQuoted: /["'`]/.test(match[0]) }) || looksLikeKey(secret)
}

/** `S3cr3tPw`: digits apart from each other among letters of both cases. */
const isMixed = (secret: string): boolean =>
  /\d[A-Za-z]+\d/.test(secret) &&
  /[a-z]/.test(secret) &&
  /[A-Z]/.test(secret) &&
  !isMadeOfWords(secret)

/** `123456` and `000000` are what everybody writes. */
function isNoExample(digits: string): boolean {
  return !/^(?:(\d)\1+|0?12345\d*|987654\d*)$/.test(digits)
}

/** Where the word in front of ` is the password` begins. */
function wordBefore(text: string, at: number): number {
  if (text.charAt(at - 1) !== ' ') return -1
  const before = text.slice(Math.max(0, at - 140), at)
  const said = SAID_OF_IT.exec(before)?.groups?.['said']
  return said === undefined ? -1 : at - said.length
}
