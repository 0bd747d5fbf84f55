import type { Rule } from './redaction.types.ts'
import { BEGINS_HERE, SLASHES } from './surroundings.ts'
import { isNoPassword, isToldKey } from './told-rules.ts'

const QUOTE = `(?:${SLASHES}["'\`]|\\*{1,2})?`
const NAME = `${QUOTE}[\\w.@+-]{2,60}${QUOTE}`
const SPOKEN = '(?<secret>[^\\s"\'`,;<>(){}\\[\\]=\\\\|/:]{6,100}(?<![.:*]))'
const ENDS = `(?=[.,;:!?*)]{0,3}(?:[\\s"'\`)\\\\|]|$))`
const WHERE = '(?: (?:to|into|at|on) (?:the )?[\\w.-]{1,30})?'

/** A password beside the name that it belongs to, without a word that says what it is. */
export const NAMED_LOGIN_RULES: readonly Rule[] = [
  {
    // `log in as bob with X`
    name: 'told',
    anchors: [
      ...['log in', 'login ', 'log on', 'logged in', 'logging in', 'log into', 'ssh in'],
      ...['sign in', 'signed in', 'signing in', 'authenticate ', 'connect as', 'melde dich'],
    ],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:log(?:ged|ging)? ?(?:in|on)(?:to)?|sign(?:ed|ing)? in(?:to)?|authenticate|connect|ssh in|melde dich)(?: the [\\w.-]{1,30})?${WHERE} (?:as|with|using|als) ${NAME},? (?:with|using|and|mit|und) ${QUOTE}${SPOKEN}${ENDS}`,
      'iy',
    ),
    accepts: isPlain,
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
  if (/^[A-Z][a-z]{3,}[-_]?\d{3,6}[!#$%&*?]?$/.test(secret)) return true
  if (/[a-z]/i.test(secret) && /\d/.test(secret) && /[!#$%^&*?~]/.test(secret)) return true
  return isToldKey(secret) && /\d[A-Za-z]+\d/.test(secret)
}
