import { capitals } from '../foreign-language-words.ts'
import type { Rule } from '../redaction.types.ts'
import { SLASHES } from '../surroundings.ts'
import { isLikelyPassword, SPOKEN } from './chosen-passwords.ts'

const QUOTE = `(?:${SLASHES}["'\`]|\\*{1,2}|[«»“”„「」])?`
const NAME = `${QUOTE}[\\w.@+-]{2,60}${QUOTE}`
const ENDS = `(?=[.,;:!?*)»”]{0,3}(?:[\\s"'\`)\\\\|]|[^ -~]|$))`
/** Behind no letter, also of other alphabets. */
const ALONE = '(?<![\\w\u00c0-\u024f\u0400-\u04ff])'
const any = (...words: string[]): string => `(?:${words.join('|')})`

const AS = any(
  ...['as', 'als', "en tant qu(?:e |’|')", 'comme', 'como', 'come', 'jako', 'som', 'mint'],
  ...['как', 'под', 'під', 'як', 'sebagai', 'ca', 'là'],
)
const USER = `(?:${any('the', 'den', 'der', 'le', 'la', 'el', 'il', 'o')} )?(?:${any(
  ...['user', 'account', 'benutzer', 'nutzer', 'utilisateur', 'usuario', 'usuário', 'utente'],
  ...['gebruiker', 'użytkownik', 'użytkownika', 'użytkownikiem', 'пользователь', 'пользователя'],
  ...['пользователем', 'användare', 'bruger', 'bruker', 'uživatel', 'kullanıcı'],
)} )?`
const PASSWORD = `(?:(?:the|das|dem|le|la|el|il|l[ao]s?|het|de|my|mit) )?${any(
  ...['password', 'passwort', 'kennwort', 'mot de passe', 'contraseña', 'senha', 'wachtwoord'],
  ...['hasło', 'hasłem', 'hasła', 'пароль', 'паролем', 'пароля', 'lösenord', 'lösenordet', 'pw'],
  ...['adgangskode', 'passord', 'heslem', 'heslo', 'parola', 'kata sandi', 'mật khẩu', 'pass'],
)}:?`
const WITH = any(
  ...['with', 'using', 'and', 'mit', 'und', 'avec', 'et', 'con', 'y', 'com', 'e', 'met', 'en'],
  ...['med', 'och', 'og', 'z', 'ze', 'i', 's', 'se', 'с', 'со', 'и', 'з', 'із', 'та', 'cu', 'și'],
  ...['dengan', 'với', 'bằng'],
)
/** `, with the password`, `hasłem`, ` / ` */
const THEN = `(?: ?/ |,? (?:\\(?${PASSWORD} |${WITH} (?:${PASSWORD} )?))`

/** `as bob with X` */
const AS_NAME = `${ALONE}${AS} ?${USER}${NAME}${THEN}${QUOTE}${SPOKEN}${ENDS}`
/** `with bob and X` */
const WITH_NAME = `${ALONE}${any(
  ...['with', 'using', 'mit', 'avec', 'con', 'com', 'met', 'med', 'z', 'с', 'use', 'dengan'],
)} ${USER}${NAME}(?: ?/ | ${any('and', 'und', 'et', 'y', 'e', 'en', 'i', 'och', 'og', 'и', 'dan', 'plus')} )(?:${PASSWORD} )?${QUOTE}${SPOKEN}${ENDS}`

/** What most lines with such a verb in them lack, and what settles that fast. */
const MAY_SAY = /[a-z]\d|\d[a-z]|[a-z][!#$%^&?~_.@-][a-z\d]/i
/** Letters alone, of both cases. */
const MAY_SAY_LETTERS = /[a-z][A-Z]\w*[a-z][A-Z]|[A-Z]{2}[a-z]\w*[A-Z]/

/** Around the verb of a sentence, in its line. */
const BEFORE = 80
const BEHIND = 140

/** Where a sentence around the verb at a place says a name and a password. */
const sayingAt = (pattern: RegExp) => (text: string, at: number) => {
  const front = text.slice(Math.max(0, at - BEFORE), at)
  const line = front.slice(Math.max(front.lastIndexOf('\n') + 1, 0))
  const behind = /^[^\n]*/.exec(text.slice(at, at + BEHIND))?.[0] ?? ''
  const said = line + behind
  const found = MAY_SAY.test(said) || MAY_SAY_LETTERS.test(said) ? pattern.exec(said) : null
  return found === null ? -1 : at - line.length + found.index
}

/** Only letters of ASCII are found in both cases by themselves. */
const inBothCases = (word: string): string[] => (/^[a-z]/.test(word) ? [word] : capitals(word))

const sentence = (anchors: readonly string[], pattern: string): Rule => ({
  name: 'login',
  anchors: anchors.flatMap(inBothCases),
  ignoresCase: true,
  startOf: sayingAt(new RegExp(pattern, 'i')),
  pattern: new RegExp(pattern, 'iy'),
  accepts: isLikelyPassword,
})

const VERBS = [
  ...['login as', 'login with', 'login using', 'login como', 'login come', 'login als', 'login m'],
  ...['login avec', 'login co', 'login pe', 'login jako', 'login sebagai', 'login som'],
  ...['log in', 'log on', 'logon ', 'logged in', 'logged on', 'logging in', 'log into'],
  ...['sign in', 'signed in', 'signing in', 'authenticat', 'nnect to', 'nnect as', 'ssh in'],
  ...['nnected to', 'nnected as', 'ssh as', 'ssh to', 'anmelden', 'meldet ', 'melde '],
  ...[
    'einloggen',
    'eingeloggt',
    'logge ',
    'verbinde ',
    'nnecte-',
    'nnectez-',
    'identifie',
    'nnexion ',
  ],
  ...[
    'entra ',
    'entrar ',
    'nicia sesi',
    'niciar sesi',
    'niciado sesi',
    'accede',
    'ngresa',
    'cceso',
  ],
  ...['accedi', 'llegati', 'faça login', 'entre ', 'acesse', 'onecte-', 'inlog', 'meld je'],
  ...['aanmeld', 'zaloguj', 'loguj', 'войди', 'войти', 'зайди', 'зайти', 'залогин', 'вход'],
  ...['подключ', 'авториз', 'увійди', 'увійти', 'logga in', 'log ind', 'logg inn', 'logg deg'],
  ...['přihlas', 'jelentkez', 'kirjaudu', 'autentific', 'onecteaz', 'masuk sebagai'],
  ...[
    'đăng nhập',
    'nnecté',
    'nnectée',
    'oguee',
    'ogueé',
    'ogueo',
    'logged as',
    'gelogd',
    'zalogowa',
  ],
  ...[
    'get in as',
    'gets in as',
    'got in as',
    'logs in',
    'logs on',
    'loggade',
    'залогини',
    'авторизуй',
  ],
]

/** A name and a password in a sentence about a login, in the order of words that its language has. */
export const LOGIN_SENTENCE_RULES: readonly Rule[] = [
  sentence(VERBS, `(?:${AS_NAME}|${WITH_NAME.replace('<secret>', '<bare>')})`),
  sentence(
    ['giriş', 'oturum a', 'bağlan'],
    `${NAME} (?:olarak|kullanıcısı(?:yla)?|ile|ve|/) (?:${any('şifre', 'parola')} )?${QUOTE}${SPOKEN}(?=${QUOTE} (?:şifresi |parolası )?(?:ile|ve|kullanarak) )`,
  ),
  sentence(
    ['ログイン', 'サインイン', '入って'],
    `${NAME} ?(?:と|で|/|、|の|ユーザー?で?)[ 、]?(?:パスワード)?[ :：]?${QUOTE}${SPOKEN}(?=${QUOTE} ?(?:で|を|と|に))`,
  ),
  sentence(
    ['登录', '登入', '登陆', '登錄', ' 登录', ' 登入', ' 登陆'],
    `${NAME} ?(?:和|及|与|/|、|，|,|身份)[ ，,]?(?:用|密码|密碼)?[ :：]?${QUOTE}${SPOKEN}(?=${QUOTE} ?(?:来|去|进行)?(?:登|，|。|$))`,
  ),
  sentence(
    ['로그인', '접속', ' 접속'],
    `${NAME} ?(?:으로|로|와|과|랑|/|계정)[, ]{0,2}(?:비밀번호 ?)?${QUOTE}${SPOKEN}(?=${QUOTE} ?(?:로|으로|를|을|써서|사용))`,
  ),
]
