import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Kaktus', 'Praha', 'Welkom', 'Bonjour', 'Madrid', 'kranich'] as const
const chosen = (d: Dice): string => `${d.pick(WORDS)}${d.of('digits', 4)}${d.pick(['', '!', '#'])}`
const generated = (d: Dice): string => d.of('mixed', 24 + d.int(12))

/** Secrets stated in the words of other languages. */
export const FOREIGN_LANGUAGE_KINDS: readonly PlacedKind[] = [
  {
    kind: 'password told in another language',
    make: chosen,
    tuned: [
      'Le mot de passe est § depuis hier\n',
      'La contraseña es § y el usuario es root\n',
      'La password è § da oggi\n',
      'A senha é § por enquanto\n',
      'Het wachtwoord is § vandaag\n',
      'Hasło to § od wczoraj\n',
      'Пароль от базы: §\n',
      '数据库密码是§\n',
      'パスワード：§\n',
    ],
    held: [
      'le mot de passe de la base est « § » maintenant\n',
      'la contraseña del servidor es §\n',
      'palavra-passe do servidor: §\n',
      'het wachtwoord van de database is §\n',
      'hasło do bazy: §\n',
      'новый пароль: §\n',
      'パスワードは「§」です\n',
      'Lösenord: §\n',
    ],
  },
  {
    kind: 'password under a name in another language',
    make: chosen,
    tuned: ['contraseña: §\n', 'senha = "§"\n', '{"wachtwoord":"§"}', 'пароль=§\n', '密码: §\n'],
    held: ['mot_de_passe: "§"\n', 'mdp=§\n', '{"contrasena": "§"}', 'hasło: §\n'],
  },
  {
    kind: 'key told in another language',
    make: generated,
    tuned: ["la clé d'API est § ici\n", 'Mein API-Schlüssel ist §\n', 'la chiave API è §\n'],
    held: ['mijn api-sleutel is §\n', 'api密钥：§\n'],
  },
  {
    kind: 'login told side by side',
    make: (d) => `${d.pick(WORDS)}${d.of('digits', 4)}${d.pick(['!', '#'])}`,
    tuned: ['log in as admin / § and look\n', 'creds: ada:§\n', 'Zugangsdaten: ada / §\n'],
    held: ['sign in with ada / § please\n', 'credentials are admin:§\n', 'use § as the password\n'],
  },
  {
    kind: 'number that lets in',
    make: (d) => `${d.pick(['27', '39', '84'])}${d.of('digits', 3)}6`,
    tuned: ['The admin PIN is § today\n', 'Your verification code is §\n'],
    held: ['PIN: §\n', 'npm publish --otp=§\n'],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

export const FOREIGN_LANGUAGE_LOOK_ALIKES: readonly LookAlike[] = [
  ...of(
    'prose elsewhere',
    () => 'Le mot de passe est stocké dans Vault2. Mot de passe oublié ? Cliquez ici.\n',
    () => 'La contraseña debe tener 8 caracteres. La clave primaria es user_id2.\n',
    () => 'la chiave è user_id2, la password è nel file config2.yml\n',
    () => 'senha: string, desenha: quadro2024, contraseña: required\n',
    () => 'Het wachtwoord is verplicht. wachtwoord vergeten? hasło: string;\n',
    () => 'Пароль хранится в переменной DB_PASSWORD2, пароль обязателен\n',
    () => '密码长度至少8位, 密码使用SHA256加密存储, パスワードは8文字以上です\n',
    () => '{"password": "密码", "label": "Mot de passe", "hint": "Contraseña"}\n',
    () => 'log in as admin / user2 and see, login: ok/failed2, account: a2/b2\n',
    () => 'PIN: 13 is high, PIN is 12345678, exit code is 404404, --otp=123456\n',
    () => 'const passwordOAuthFlow = x2, password: SecretStr2, print(f"password={password!r}")\n',
  ),
]

export const FRESH_FOREIGN_LANGUAGE_LOOK_ALIKES: readonly LookAlike[] = [
  ...of(
    'prose elsewhere',
    () => 'Le mot de passe doit contenir 12 caractères, dont 2 chiffres.\n',
    () => 'La clave es entender ES2020 primero; la clave del mapa es order-2024.\n',
    () => 'La parola chiave è async2, la chiave primaria è id_utente2\n',
    () => 'Wachtwoord: minimaal 8 tekens. Hasło musi mieć co najmniej 8 znaków.\n',
    () => 'Пароль должен быть не короче 8 символов; пароль: см. vault2\n',
    () => '密码：请输入密码 (6-20位), パスワード：必須, 비밀번호: 8자 이상\n',
    () => 'msgid "Password2"\nmsgstr "Hasło"\nmsgid "Login"\nmsgstr "Zaloguj"\n',
    () => 'log in as root / sudo first, credentials: include, creds: none/all2\n',
    () => 'The pinned PIN is required; verification code is sent by mail in 10 minutes\n',
  ),
]
