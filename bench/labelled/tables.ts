import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Sommer', 'Kranich', 'Tresor', 'Anker', 'Falke'] as const
const password = (d: Dice): string =>
  `${d.pick(WORDS)}${d.pick(['', '-', '_'])}${d.of('digits', 3)}${d.pick(['!', '?', ''])}`

/** Secrets in a column of a table of text. */
export const TABLE_KINDS: readonly PlacedKind[] = [
  {
    kind: 'password in a column',
    make: password,
    tuned: [
      'user,password,role\nada,§,admin\n',
      'name;host;password\nshop;db1;§\nweb;db2;x\n',
      'user\tpassword\nada\t§\n',
      '"user","password"\n"ada","§"\n',
    ],
    held: [
      'name,url,username,password,note\nshop,https://example.com,ada,§,\n',
      'id,db_password\n1,none\n2,§\n',
      'login\tpassphrase\thost\nada\t§\tdb1\n',
    ],
  },
  {
    kind: 'key in a column',
    make: (d) => d.of('mixed', 40),
    tuned: ['id,email,api_key,created\n1,ada@example.com,§,2026-03-01\n', 'host,token\ndb1,§\n'],
    held: ['User name,Password,Access key ID,Secret access key\nada,,AKIAX,§\n'],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** Tables, and what looks like one. */
export const LOOK_ALIKES_OF_TABLES: readonly LookAlike[] = [
  ...of(
    'tables',
    () => 'model,input_tokens,output_tokens\nshop-large-2,120034,4521\n',
    (d) => `id,password_hash,token_count\n1,${d.of('hex', 64)},17\n`,
    () => 'word,token,count\ntokenizer-v2,getToken2,17\n',
    () => `user,password\nada,changeme\nbob,\${PASSWORD_2}\ncem,********\n`,
    () => 'import { user,password,token\n} from "./login2"\n',
    () => 'login(user,password\n, hash2(x1))\nuser,token\n  .then((x2) => x2)\n',
    () => 'const [user,secret\n] = [getUser(1),getSecret(2)]\n',
    () => 'The form has user,password,token\nas fields2, and abc12345 as its id\n',
    () => 'suite,pass,fail\nauth2,112,0\n',
    () => 'field,token\nprimary,colors.gray.500\nsecond,space-4-lg\n',
  ),
]

/** Held back: written when the rules of tables were done. */
export const FRESH_LOOK_ALIKES_OF_TABLES: readonly LookAlike[] = [
  ...of(
    'tables',
    () => 'name;type;secret\nDB_HOST;string;false\nDB_PASS;string;true\n',
    (d) => `run,tokens,sha\n1,4521,${d.of('hex', 40)}\n2,4711,${d.of('hex', 40)}\n`,
    () => 'key,en,de\npassword,Password,Passwort\ntoken,Token,Token2\n',
    () => 'select id,email,token\nfrom sessions,users,x2\n',
    () => 'route\tmethod\ttoken\n/v1/me\tGET\trequired\n/v2/me\tPOST\toptional\n',
  ),
]
