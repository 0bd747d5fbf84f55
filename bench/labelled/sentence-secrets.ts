import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Sommer', 'Kranich', 'tresor', 'anker', 'Falke', 'hunter'] as const
/** As people choose one that they pass on in a sentence. */
const chosen = (d: Dice): string => `${d.pick(WORDS)}${d.of('digits', 3)}${d.pick(['!', ''])}`
const generated = (d: Dice): string => d.of('mixed', 20 + d.int(16))
const base32 = (d: Dice): string =>
  `${d.of('upper', d.pick([15, 31])).replace(/[0189]/g, 'K')}${d.pick(['2', '5', '7'])}`
const code = (d: Dice): string => `${d.of('lower', 5)}-${d.of('lower', 5)}`
const phrase = (d: Dice): string =>
  Array.from({ length: 12 }, () =>
    d.pick(['acoustic', 'basket', 'canal', 'dwarf', 'elbow', 'fabric', 'garlic', 'hazard', 'idle']),
  )
    .join(' ')
    .replace(/^\w+ \w+ \w+/, 'jungle kitchen lizard')
    .replace(/\w+ \w+ \w+$/, 'mango napkin oyster')

/** Secrets that a sentence states, and what replaces a second factor. */
export const SENTENCE_KINDS: readonly PlacedKind[] = [
  {
    kind: 'password told in a sentence',
    make: chosen,
    tuned: [
      'The password is § and the user is ada.\n',
      'Log in with user ada and password §\n',
      'You can use the password "§" for the test system.\n',
      'The password for the db user is §\n',
      'I set the password to §\n',
      'Password for user admin: §\n',
    ],
    held: [
      'the pw is §, please keep it\n',
      'the admin password was changed to §\n',
      'sign in as ada using password `§`\n',
      'A temporary password is generated for root@localhost: §\n',
      'Das Passwort lautet jetzt §\n',
    ],
  },
  {
    kind: 'key told in a sentence',
    make: generated,
    tuned: ['here is my api key § for the tests\n', 'The token I use: §\n'],
    held: ['please use the access key `§` for now\n', 'my secret is now §\n'],
  },
  {
    kind: 'seed of one-time passwords',
    make: base32,
    tuned: ['setup key: §\n', 'TOTP_SEED=§\n', '{"totp_secret": "§"}'],
    held: ['Your MFA key: §\n', 'oathtool --totp -b §\n'],
  },
  {
    kind: 'recovery code',
    make: code,
    tuned: [
      'recovery code: §\n',
      'Backup codes:\n  §\n',
      'Your recovery codes are:\n\n- §\n\nRecovery phrase:\n',
      'Backup codes:\n§\n2026-03-01 printed\n',
    ],
    held: ['Your recovery codes are:\n\n- §\n'],
  },
  {
    kind: 'phrase of a purse',
    make: phrase,
    tuned: ['MNEMONIC="§"\n', 'seed phrase: §\n'],
    held: ['"mnemonic": "§"', 'Recovery phrase:\n§\n'],
  },
  {
    kind: 'key that unseals',
    make: (d) => `${d.of('base64', 43)}=`,
    tuned: ['Unseal Key 1: §\n'],
    held: ['Recovery Key 2: §\n'],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** Sentences about secrets that hold none. */
export const LOOK_ALIKES_OF_SENTENCES: readonly LookAlike[] = [
  ...of(
    'prose',
    () =>
      'The password is argon2id-hashed; the old password was sha256, the new password is bcrypt2.\n',
    () => 'The password is base64, the password is utf8. The password is password2 in step2!\n',
    () => 'Reset the password to continue in step3. Change password to match field2.\n',
    () => 'The password for user2 is stored in vault2; the password is in ABC-123 and RFC-2617.\n',
    () => 'The password is 12+ chars, the passphrase is 8-64 chars!, the password is optional.\n',
    () => 'The password is ada2@example.com? No: the password is process.env.DB_PASS2.\n',
    () => 'log in with the password from 1Password. Use password managers, with password auth2!\n',
    (d) => `The token at commit ${d.of('hex', 40)} is read; secret id ${d.of('mixed', 20)}\n`,
    (d) => `token named ${d.of('mixed', 22)}; secret with fingerprint ${d.of('hex', 32)}\n`,
    () => 'the token getOauth2TokenFromTheKeychain, a secret createSecretKeyV2ForTenant here\n',
    () => 'Password for "ada2": ask Bob. Password of db-2: see vault. Das Passwort ist falsch.\n',
  ),
  ...of(
    'time or number',
    () => 'Recovery codes: 10 left. Backup codes:\n\n- print them\n- keep them safe2\n',
    () => 'backup code: 2026-03-01 or later; recovery code path2 is tested\n',
    () => 'recovery codes:\n  type: array\n  items: string\nbackup code: required2\n',
    () => 'setup key: see below; TOTP secret: required; mfa_key: TABLENAMEOFTHEUSERSMFA\n',
    () => 'mnemonic: test test test test test test test test test test test junk\n',
    () => 'mnemonic: the words that a purse is restored with are never kept here\n',
    () => 'Unseal Key 1: <key>, primary key 2: id, foreign key: users_2\n',
  ),
]
