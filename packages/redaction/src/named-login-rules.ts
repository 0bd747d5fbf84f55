import type { Rule } from './redaction.types.ts'
import { isLettersAtRandom, isRandomEnough } from './secret-names.ts'
import { isNoPassword, SENTENCE_RULE_NAME } from './sentence-rules.ts'
import { BEGINS_HERE, inFront, SLASHES } from './surroundings.ts'

const QUOTE = `(?:${SLASHES}["'\`]|\\*{1,2})?`
const NAME = `${QUOTE}[\\w.@+-]{2,60}${QUOTE}`
const SPOKEN = '(?<secret>[^\\s"\'`,;<>(){}\\[\\]=\\\\|/:]{6,100}(?<![.:*]))'
const ENDS = `(?=[.,;:!?*)]{0,3}(?:[\\s"'\`)\\\\|]|$))`
/** `to the admin panel`, `into grafana` */
const WHERE = '(?: [\\w.:/-]{1,80}){0,4}?'

/** A password beside the name that it belongs to, without a word that says what it is. */
export const NAMED_LOGIN_RULES: readonly Rule[] = [
  {
    // `log in as bob with X`
    name: SENTENCE_RULE_NAME,
    anchors: [
      ...[
        'log in',
        'login ',
        'log on',
        'logon ',
        'logged in',
        'logging in',
        'log into',
        'ssh in',
        'ssh as',
      ],
      ...['sign in', 'signed in', 'signing in', 'authenticate ', 'connect as', 'melde dich'],
    ],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:log(?:ged|ging)? ?(?:in|on)(?:to)?|sign(?:ed|ing)? in(?:to)?|authenticate|connect|ssh(?: in)?|melde dich)${WHERE} (?:(?:as|with|using|als) (?:user )?|\\()${NAME}(?: / |,? (?:with|using|and|mit|und) (?:(?:the |my )?password )?|,? \\(?(?:password|pass|pw|pwd):? )${QUOTE}${SPOKEN}${ENDS}`,
      'iy',
    ),
    accepts: (secret) => isPlain(secret) || isMadeUp(secret),
  },
  {
    // `the account is bob with X`
    name: SENTENCE_RULE_NAME,
    anchors: ['account is ', 'user is ', 'login is ', 'account: ', 'user: '],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:account|user|login)(?: is|:) ${NAME},? (?:with|using) (?:(?:the |my )?password )?${QUOTE}${SPOKEN}${ENDS}`,
      'iy',
    ),
    accepts: (secret) => isPlain(secret) || isMadeUp(secret),
  },
  {
    // `use bob with X to log in`
    name: SENTENCE_RULE_NAME,
    anchors: ['use '],
    ignoresCase: true,
    pattern: new RegExp(
      `${BEGINS_HERE}use ${NAME} (?:with|and) ${QUOTE}${SPOKEN}(?=${QUOTE} to (?:log|sign) ?in)`,
      'iy',
    ),
    accepts: (secret) => isPlain(secret) || isMadeUp(secret),
  },
  {
    // `bob / X`
    name: SENTENCE_RULE_NAME,
    anchors: [' / '],
    startOf: nameBefore,
    pattern: new RegExp(`(?<name>${NAME}) / ${QUOTE}${SPOKEN}${ENDS}`, 'y'),
    accepts: (secret, match) =>
      isPlain(secret) || (isChosenBeside(secret) && (isAccount(match) || isWholeLine(match))),
  },
]

/** As people choose one (`Kranich-482!`) or a program makes one, also of letters alone. Names with a number have fewer digits. */
export function isPlain(secret: string): boolean {
  const spoken = secret.replace(/[!?]+$/, '')
  if (isNoPassword(spoken) || isNumbered(spoken)) return false
  if (/^[A-Z][a-z]{3,}[-_.]?\d{3,6}[!#$%&*?]?$/.test(secret)) return true
  if (/[a-z]/i.test(secret) && /\d/.test(secret) && /[!#$%^&*?~]/.test(secret)) return true
  return isGenerated(secret) || isLettersAtRandom(secret.replace(/[!?#$%&*]+$/, ''))
}

/** What is called by a name and a number: programs, protocols, and whatever stands in a list. */
const NUMBERED =
  /^(?:oauth|openid|saml|ldap|sso|mfa|totp|fido|webauthn|tls|ssl|sha|ed|rsa|aes|utf|latin|iso|base|http|ipv|windows|win|macos|ios|ubuntu|debian|fedora|alpine|centos|rhel|chrome|firefox|safari|edge|python|node|java|jdk|php|ruby|postgres|postgresql|postgis|mysql|mariadb|redis|mongo|mongodb|office|microsoft|iphone|ipad|pixel|galaxy|android|build|ticket|issue|team|org|project|role|session|account|tenant|workspace|group|device|machine|server|host|client|release|sprint|task|job|run|port|plan|tier|region|zone|room|slot|test|demo|user|member|customer|store|shop|site|branch|version|rev|revision|commit|step|phase|chapter|section|page|level|week|day|month|item|row|line|column|file|part|case|option|figure|table|example|sonnet|opus|haiku|gpt|claude|gemini|llama)s?[-_.]?\d[\d.]*$/i

/** Also in a part of it: `ssh-ed25519`. */
export const isNumbered = (spoken: string): boolean =>
  /(?:19|20)\d\d-\d\d$|^[a-z]+\d+\.\d+$/.test(spoken) ||
  [spoken, ...spoken.split(/[-_]/)].some((part) => NUMBERED.test(part))

/** As people make one up: words, and two digits or more behind them (`copper-lantern-48`, `Thistle77!`, `meadow512`). */
export function isChosenBeside(secret: string): boolean {
  const spoken = secret.replace(/[!?#$%&*]+$/, '')
  return (
    spoken.length >= 7 &&
    !isNoPassword(spoken) &&
    !isNumbered(spoken) &&
    // `INFRA-2210`
    !/^[A-Z]{2,10}-\d+$/.test(spoken) &&
    // `Keycloak24`: a program and its version look the same.
    !/^[A-Za-z][a-z]+\d{2}$/.test(secret) &&
    /^[A-Za-z][A-Za-z0-9@$!]{2,}(?:[-_.$][A-Za-z0-9@!]{2,}){0,4}$/.test(spoken) &&
    /\d{2,6}$/.test(spoken) &&
    !/[-_.](?:19|20)\d\d$/.test(spoken)
  )
}

/** Programs, protocols and hashes that have a digit within their name, whatever follows it. */
const WITHIN_A_NAME =
  /^(?:[a-z]\d+[a-z]$|i18n|l10n|a11y|k8s|k3s|s3|ec2|r53|x\d|h2|http\d|oauth\d|sha\d|md5|ed25519|curve25519|[erhp]s\d{3}|rfc\d|utf\d|base\d|win\d|arm\d|amd\d|ipv\d|p2p|b2b|b2c|e2e|s2s|m2m|log4|web3|d3|j2|mp[34]|vp\d|v\d|wifi\d|bip\d|pkcs\d|x509|mtls|tls\d)|\d(?:fa|d|k|x|p|st|nd|rd|th|ms|min|gb|mb|kb)$/i

/** Beside the name of an account also with digits in the place of letters, or between two words (`k3lp-f0rest`, `Sea2Shore`). */
const isMadeUp = (secret: string): boolean => isChosenBeside(secret) || hasDigitsWithin(secret)

/** In one part, which is not the name of a thing. */
function hasDigitsWithin(secret: string): boolean {
  const spoken = secret.replace(/[!?#$%&*]+$/, '')
  if (
    spoken.length < 7 ||
    !/^[A-Za-z0-9][A-Za-z0-9@$!]*(?:[-_.][A-Za-z0-9@$!]+){0,4}$/.test(spoken)
  )
    return false
  if (isNoPassword(spoken) || isNumbered(spoken)) return false
  return spoken
    .split(/[-_.]/)
    .some(
      (part) =>
        /^[a-z]+\d{1,3}[a-z]{2,}|[a-z]\d[a-z]\d|[a-z]{2}\d[a-z]/i.test(part) &&
        !WITHIN_A_NAME.test(part),
    )
}

const ACCOUNT =
  /^(?:admin|administrator|root|sa|postgres|tester|guest|deploy|ubuntu|ec2-user|ftpuser|[\w-]{2,20}-?(?:admin|user))$|@[\w-]+\./i
const ABOUT_LOGIN =
  /\b(?:log ?ins?|logged|logging|sign ?in|credentials?|creds|accounts?|passwords?|pass|pw|users?|username|ssh|vpn|basic auth|wp-admin|zugang|anmeld\w*|seed(?:ed)?)\b/i

/** Whose name it is: an address of mail, one that every system has, or what the line or the one above speaks of. */
function isAccount(match: RegExpExecArray): boolean {
  const name = (match.groups?.['name'] ?? '').replace(/["'`*\\]/g, '')
  const front = /(?:[^\n]{0,80}\n)?[^\n]*$/.exec(inFront(match, 120))?.[0] ?? ''
  return ACCOUNT.test(name) || ABOUT_LOGIN.test(front)
}

/** Nothing else stands in it, and it is no list of things with their numbers. */
function isWholeLine(match: RegExpExecArray): boolean {
  const { name = '', secret = '' } = match.groups ?? {}
  const end = match.index + match[0].length
  return (
    /^[a-z][a-z0-9._]{1,20}$/.test(name) &&
    /(?:^|\n)\s{0,8}(?:[-*] )?$/.test(inFront(match, 12)) &&
    /^[.!]?\s{0,4}(?:$|\n)/.test(match.input.slice(end, end + 6)) &&
    !/^[a-z]+[-_.]\d+$/.test(secret)
  )
}

/** `k4coy98558u8`, `TzevfEA9rULL`: not the hash of something, nor a name in which a number stands. */
function isGenerated(secret: string): boolean {
  if (/^[0-9a-f-]+$/.test(secret) || !/[a-z]/.test(secret) || !isRandomEnough(secret)) return false
  if (/[A-Z]/.test(secret)) return secret.length >= 10 && isNoChainOfWords(secret)
  const numbers = secret.match(/\d+/g) ?? []
  return (
    /^[a-z0-9]{10,64}$/.test(secret) &&
    numbers.join('').length > 3 &&
    (numbers.length > 1 || !/^(?:19|20)\d\d$/.test(numbers[0] ?? ''))
  )
}

/** `getUser2ById` is one. */
const isNoChainOfWords = (secret: string): boolean =>
  /\d[A-Za-z]+\d/.test(secret) ||
  secret
    .replace(/[^A-Za-z]+/g, ' ')
    .replace(/([A-Z])([A-Z][a-z])|([a-z])([A-Z])/g, '$1$3 $2$4')
    .trim()
    .split(' ')
    .some((part) => part.length === 1 || !/^[A-Z]{2,5}$|[aeiouyAEIOUY]/.test(part))

/** Where the name in front of a place begins, with the quotes and stars around it at most two long; below zero: there is none. */
export function nameBefore(text: string, at: number): number {
  let end = at
  while (at - end < 2 && /["'`*]/.test(text.charAt(end - 1))) end -= 1
  let start = end
  while (end - start < LONGEST && isOfName(text.charCodeAt(start - 1))) start -= 1
  return end - start < SHORTEST ? -1 : start
}

const SHORTEST = 2
const LONGEST = 60

/** `[\w.@+-]` */
const isOfName = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 64 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 43 ||
  code === 45 ||
  code === 46
