/**
 * What a password is called in other languages than English and German. Words that begin as many others do stand here
 * without their beginning, by which they are looked for: `contraseña`, `clé d'api`.
 */
export const FOREIGN_PASSWORD_WORDS: readonly string[] = [
  ...['traseña', 'trasena', 'mot de passe', 'mot_de_passe', 'motdepasse'],
  ...['palavra-passe', 'palavra passe', 'wachtwoord', 'wachtzin'],
  ...['hasło', 'hasłem', 'hasła', 'пароль', 'пароля', 'паролем', 'lösenord', 'adgangskode'],
  ...['kodeord', 'passord', 'salasana', 'jelszó', 'şifre', 'mật khẩu', 'κωδικός πρόσβασης'],
  ...['密码', '密碼', '口令', 'パスワード', '비밀번호', '암호'],
]

/** So short that they stand within other words as well. */
export const SHORT_FOREIGN_PASSWORD_WORDS: readonly string[] = ['senha', 'mdp', 'heslo']

/** A key of an interface of programs. */
export const FOREIGN_KEY_WORDS: readonly string[] = [
  ...["lé d'api", 'lé api', 'clave de api', 'clave api', 'clave de la api', 'chiave api'],
  ...['api-schlüssel', 'api-sleutel', 'klucz api'],
  ...['ключ api', 'api-ключ', 'api ключ', 'api密钥', 'api 密钥', 'apiキー', 'api キー', 'api 키'],
]

/** Letters beyond ASCII are compared as they are: both of the looks that a word has in a sentence. */
export const capitals = (word: string): string[] => [
  ...new Set([word, word.charAt(0).toUpperCase() + word.slice(1)]),
]
