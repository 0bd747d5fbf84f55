import { capitals } from '../foreign-language-words.ts'
import { nameBefore } from '../named-login-rules.ts'
import type { Rule } from '../redaction.types.ts'
import { inFront, SLASHES } from '../surroundings.ts'
import { isCredential, isLikelyPassword, SPOKEN } from './chosen-passwords.ts'

const QUOTE = `(?:${SLASHES}["'\`]|\\*{1,2})?`
const NAME = `(?<name>[\\w.@+-]{2,60})`
const ENDS = `(?=[.,;:!?*)]{0,3}(?:[\\s"'\`)\\\\|]|[^ -~]|$))`
const any = (words: readonly string[]): string => `(?:${words.join('|')})`

/** Words for both of them together: behind one, nothing else is parted by a slash. */
const BOTH = [
  ...['creds', 'credentials', 'fault login', 'user/pass', 'user/password', 'username/password'],
  ...[' / password', ' / passwort', ' / pw', ' / pass', 'login/password', 'id/pw', 'id/password'],
  ...['login/pass', 'zugangsdaten', 'meldedaten', 'nutzer/passwort', 'identifiants'],
  ...['credenciales', 'usuario/contraseña', ' / contraseña', 'credenziali', 'credenciais'],
  ...['inloggegevens', 'dane logowania', 'логин/пароль', ' / пароль', 'логин и пароль'],
  ...['账号密码', '帐号密码', '账号/密码', '用户名/密码', 'アカウント', 'loggningsuppgifter'],
  ...['giriş bilgileri', 'user:pass'],
]
/** Words for one of them, or for what lets one in. */
const ONE =
  /(?:log ?ins?|sign ?in|accounts?|users?|admin|zugang|nutzer|anmeld\w*|compte|cuenta|usuario|utente|accesso|acesso|inlog\w*|gebruiker|konto|connexion|kullanıcı|hesap|giriş|логин|доступ|уч[её]тка|вход|账号|帐号|用户|登录|ログイン|アカウント|계정|로그인|vpn|ssh|s?ftp|rdp|smb|wi-?fi|router|nas|panel|dashboard|creds|credentials|default|auth)(?![a-z])[^\n/]{0,40}$/i

const LINK = `(?:[^\n:/=]{0,24}?(?:[:：=]|->|→| -| is| are| ist| sind| est| sont| es| son| è| sono| é| są| är)| (?:as|with|met|mit|avec|con|com|als|by|use))[ \t]{0,3}`

/** Only letters of ASCII are found in both cases by themselves. */
const inBothCases = (word: string): string[] => (/^[ -~]/.test(word) ? [word] : capitals(word))

/** A name and a password, parted by a slash. */
export const CREDENTIAL_PAIR_RULES: readonly Rule[] = [
  {
    // `creds: bob/X`
    name: 'login',
    anchors: BOTH.flatMap(inBothCases),
    ignoresCase: true,
    pattern: new RegExp(
      `${any([...BOTH].sort((a, b) => b.length - a.length))}${LINK}\\(?${QUOTE}${NAME}${QUOTE} ?/ ?${QUOTE}${SPOKEN}${ENDS}`,
      'iy',
    ),
    accepts: isCredential,
  },
  {
    // `login bob/X`, `test user: bob/X`
    name: 'login',
    anchors: ['login ', 'login: ', 'user: ', 'account: ', 'user is ', 'account is '],
    ignoresCase: true,
    pattern: new RegExp(
      `(?:log ?in|user|account)(?: is|:| as| with)? ${QUOTE}${NAME}${QUOTE}/${QUOTE}${SPOKEN}${ENDS}`,
      'iy',
    ),
    accepts: (secret, match) =>
      isLikelyPassword(secret) && (isAddress(match) || isNameOfLogin(match)),
  },
  {
    // `VPN: bob / X`, and a pair by itself: `(bob / X)`, `"bob / X"`
    name: 'login',
    anchors: [' / '],
    startOf: nameBefore,
    pattern: new RegExp(`${NAME}${QUOTE} / ${QUOTE}${SPOKEN}${ENDS}`, 'y'),
    accepts: (secret, match) =>
      isLikelyPassword(secret) &&
      (isAddress(match) ||
        isLetIn(match) ||
        (isNameOfLogin(match) && (isApart(match) || isSaid(match)))),
  },
]

const isLetIn = (match: RegExpExecArray): boolean => {
  const line = /[^\n]*$/.exec(inFront(match, 80))?.[0] ?? ''
  return ONE.test(line) && !LABEL.test(line)
}

const isAddress = ({ groups }: RegExpExecArray): boolean =>
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(groups?.['name'] ?? '')

/** Things that also stand in front of a slash. */
const NO_LOGIN =
  /^(?:src|lib|app|apps|docs?|node|deno|bun|main|master|develop|debian|ubuntu|alpine|fedora|arch|linux|windows|macos|users?|groups?|teams?|roles?|projects?|sessions?|sprints?|tests?|build|prod|production|staging|dev|input|output|total|min|max|avg|p\d\d|old|new|before|after|left|right|true|false|yes|no|on|off|js|ts|py|api|web|http|https|ssh|tcp|udp|and|or|and|the|of|issue|pr|ticket)$/

const isNameOfLogin = ({ groups }: RegExpExecArray): boolean => {
  const name = groups?.['name'] ?? ''
  return /^[a-z][a-z0-9._-]{1,24}$/.test(name) && !NO_LOGIN.test(name)
}

/** `it's bob / X` */
const isSaid = (match: RegExpExecArray): boolean =>
  /(?:^|[^\w]|\\[nrt])(?:it's|it is|set it to|as|with|use|try) $/.test(inFront(match, 14))

/** What a pair of other things is called. */
const LABEL =
  /\b(?:branch|branches|os|images?|versions?|releases?|regions?|sizes?|times?|ratio|models?|review\w*|owners?|authors?|assign\w*|teams?|inputs?|outputs?|stages?|cpu|memory|paths?|routes?|formats?|types?|lang\w*|locale|groups?|roles?|sprints?|tickets?|milestones?|labels?|tags?|topics?|channels?|rooms?|dates?|budget|price|plans?|platforms?|devices?|browsers?|runtimes?|engines?|by)[ \t]{0,2}[:=(]?[ \t]{0,2}["'`*]{0,2}$/i

/** Nothing else stands between what opens and what closes around it. */
function isApart(match: RegExpExecArray): boolean {
  const end = match.index + match[0].length
  const front = inFront(match, 80)
  const { secret = '' } = match.groups ?? {}
  return (
    /(?:^|\n|\\n|[("'`“«*]|<!-- |\/\*\*? |\/\/ |# |[:：] |→ |-> |[-*•] |\| |, )$/.test(front) &&
    /^(?:\\{0,7}[)"'`”»,;!|*]|\.?\s{0,8}(?:$|\n|\\[nrt]|\|)|\t| \(| -->| \*\/)/.test(
      match.input.slice(end, end + 12),
    ) &&
    !/^[a-z]+[-_.]\d+$/.test(secret) &&
    !LABEL.test(/[^\n]*$/.exec(front)?.[0] ?? '')
  )
}
