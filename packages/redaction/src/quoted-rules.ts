import type { Rule } from './redaction.types.ts'
import { acceptsNamed, isRandomEnough } from './secret-names.ts'
import { inFront, SLASHES } from './surroundings.ts'

const QUOTE = `${SLASHES}["']`

/** `cookies={"theme": "dark", `, `cookies = dict(`: what follows is the name of a cookie. */
const IN_COOKIES = /cookies\\{0,7}["']?\s{0,2}[:=]\s{0,2}(?:\{|dict\()[^{}()]{0,400}$/i

/** Secrets that a dictionary, a setting or a build file names in a way of its own. */
export const QUOTED_RULES: readonly Rule[] = [
  {
    // cookies={"sessionid": "X"}
    name: 'cookie',
    anchors: ['sess', 'sid"', "sid'", 'sid\\', 'sid=', 'sid:'],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:sess[\\w.-]{0,20}|sid)(?:${QUOTE})?\\s{0,2}[:=]\\s{0,2}${QUOTE}(?<secret>[A-Za-z0-9%._~+/=-]{8,4000})(?=${QUOTE})`,
      'iy',
    ),
    accepts: (secret, match) => isRandomEnough(secret) && IN_COOKIES.test(inFront(match, 500)),
  },
  {
    // connect.sid=X, JSESSIONID=X
    name: 'cookie',
    anchors: ['connect.sid', 'SESSIONID', 'PHPSESSID', 'ASP.NET_SessionId', 'session-token'],
    pattern:
      /(?:connect\.sid|J?SESSIONID|PHPSESSID|ASP\.NET_SessionId|session-token)=(?<secret>[A-Za-z0-9%._~+/=-]{16,4000})/y,
    accepts: isRandomEnough,
  },
  {
    // terraform output -json
    name: 'assignment',
    anchors: ['sensitive"', 'sensitive\\'],
    pattern: new RegExp(
      `sensitive${QUOTE}:\\s{0,2}true,[^{}]{0,120}?value${QUOTE}:\\s{0,2}${QUOTE}(?<secret>[^\\s"'\\\\]{6,400})`,
      'y',
    ),
    accepts: (secret) => acceptsNamed('password', secret),
  },
  {
    // -Dsonar.login=X: the token of an account, or its name where a password stands beside it
    name: 'command-line',
    anchors: ['sonar.login'],
    pattern: new RegExp(
      `sonar\\.login(?:${QUOTE})?\\s{0,2}[=:,]\\s{0,2}(?:${QUOTE})?(?<secret>[^\\s"'\\\\,;&|<>]{6,200})`,
      'y',
    ),
    accepts: (secret, match) => {
      const end = match.index + match[0].length
      const beside = inFront(match, 200) + match.input.slice(end, end + 200)
      return !beside.includes('sonar.password') && isLogin(secret)
    },
  },
  {
    // storePassword "X" amid a line
    name: 'assignment',
    anchors: ['storePassword', 'keyPassword'],
    pattern: new RegExp(
      `(?:store|key)Password(?:[ \\t]{1,4}|[ \\t]?\\([ \\t]?)(?<quote>${QUOTE})(?<secret>[^\\s"'\\\\]{6,200})(?=\\k<quote>)`,
      'y',
    ),
    accepts: (secret) => acceptsNamed('password', secret),
  },
]

const isLogin = (secret: string): boolean =>
  isRandomEnough(secret) || (acceptsNamed('password', secret) && !/@[\w-]+\.\w/.test(secret))
