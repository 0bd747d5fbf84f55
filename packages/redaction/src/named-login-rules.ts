import type { Rule } from './redaction.types.ts'
import { isRandomEnough } from './secret-names.ts'
import { BEGINS_HERE, SLASHES } from './surroundings.ts'
import { isNoPassword } from './told-rules.ts'

const QUOTE = `(?:${SLASHES}["'\`]|\\*{1,2})?`
const NAME = `${QUOTE}[\\w.@+-]{2,60}${QUOTE}`
const SPOKEN = '(?<secret>[^\\s"\'`,;<>(){}\\[\\]=\\\\|/:]{6,100}(?<![.:*]))'
const ENDS = `(?=[.,;:!?*)]{0,3}(?:[\\s"'\`)\\\\|]|$))`
/** `to the admin panel`, `into grafana` */
const WHERE = '(?: [\\w.-]{1,30}){0,4}?'

/** A password beside the name that it belongs to, without a word that says what it is. */
export const NAMED_LOGIN_RULES: readonly Rule[] = [
  {
    // `log in as bob with X`
    name: 'told',
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
      `(?:log(?:ged|ging)? ?(?:in|on)(?:to)?|sign(?:ed|ing)? in(?:to)?|authenticate|connect|ssh(?: in)?|melde dich)${WHERE} (?:as|with|using|als) (?:user )?${NAME}(?: / |,? (?:with|using|and|mit|und) (?:(?:the |my )?password )?)${QUOTE}${SPOKEN}${ENDS}`,
      'iy',
    ),
    accepts: (secret) => isPlain(secret) || /^[A-Z][a-z]{3,}[-_.]\d{2}$/.test(secret),
  },
  {
    // `use bob with X to log in`
    name: 'told',
    anchors: ['use '],
    ignoresCase: true,
    pattern: new RegExp(
      `${BEGINS_HERE}use ${NAME} (?:with|and) ${QUOTE}${SPOKEN}(?=${QUOTE} to (?:log|sign) ?in)`,
      'iy',
    ),
    accepts: isPlain,
  },
  {
    // `bob / X`
    name: 'told',
    anchors: [' / '],
    startOf: nameBefore,
    pattern: new RegExp(`${NAME} / ${QUOTE}${SPOKEN}${ENDS}`, 'y'),
    accepts: isPlain,
  },
]

/** Where the name in front of a slash begins. */
function nameBefore(text: string, at: number): number {
  const name = /[\w.@+-]{2,60}["'`*]{0,2}$/.exec(text.slice(Math.max(0, at - 63), at))?.[0]
  return name === undefined ? -1 : at - name.length
}

/** As people choose one (`Kranich-482!`) or a program makes one. Names with a number have fewer digits. */
function isPlain(secret: string): boolean {
  const spoken = secret.replace(/[!?]+$/, '')
  if (isNoPassword(spoken)) return false
  if (/^[A-Z][a-z]{3,}[-_.]?\d{3,6}[!#$%&*?]?$/.test(secret)) return true
  if (/[a-z]/i.test(secret) && /\d/.test(secret) && /[!#$%^&*?~]/.test(secret)) return true
  return isGenerated(secret)
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
