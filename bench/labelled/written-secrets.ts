import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

/** Kinds whose shape alone is proof. Prefixes stand apart from what follows them. */
const proof = (d: Dice): string =>
  d.pick([
    `${d.pick(['ghp', 'gho', 'ghs'])}_${d.of('mixed', 36)}`,
    `github_pat_${d.of('mixed', 22)}_${d.of('mixed', 59)}`,
    `${d.pick(['AKIA', 'ASIA'])}${d.of('upper', 16)}`,
    `sk-ant-api03-${d.of('url', 90)}${d.of('mixed', 3)}`,
    `sk-proj-${d.of('mixed', 60)}`,
    `xoxb-${d.of('digits', 12)}-${d.of('digits', 12)}-${d.of('mixed', 24)}`,
    `glpat-${d.of('mixed', 20)}`,
    `AIza${d.of('mixed', 35)}`,
    `npm_${d.of('mixed', 36)}`,
    `hf_${d.of('mixed', 34)}`,
    `dop_v1_${d.of('hex', 64)}`,
    `SG.${d.of('mixed', 22)}.${d.of('mixed', 43)}`,
    `${d.pick(['sk', 'rk'])}_live_${d.of('mixed', 24)}`,
  ])

const WORDS = ['Sommer', 'Kranich', 'Tresor', 'Anker', 'Falke'] as const
const password = (d: Dice): string =>
  `${d.pick(WORDS)}${d.pick(['', '-', '_'])}${d.of('digits', 3)}${d.pick(['!', '?', ''])}`
const generated = (d: Dice): string => d.of('mixed', 20 + d.int(16))
const hexKey = (d: Dice): string => d.of('hex', 32)
const base32 = (d: Dice): string => d.of('upper', d.pick([16, 32])).replace(/[0189]/g, 'K')
/** The name of an account of Twilio, which is no secret itself. */
const account = `AC${'4f8a1c9e2b7d3056'.repeat(2)}`

/** Secrets in further ways of writing them. */
export const WRITTEN_KINDS: readonly PlacedKind[] = [
  {
    kind: 'key at the end of a name',
    make: proof,
    tuned: [
      'foo_§\n',
      'MY_§ is in the log',
      '{"type":"tool_use","id":"toolu_§","name":"Bash"}',
      'call Tool_§(path)',
      '- _§ is the key\n',
    ],
    held: [
      'mv backup_§.tar.gz old/',
      '{"session_id":"id_§"}',
      'cache key build-§ was stored',
      'redis SET user_42_§ 1',
    ],
  },
  {
    kind: 'block of YAML',
    make: generated,
    tuned: [
      'client_secret: >-\n  §\n',
      'env:\n  API_TOKEN: |\n    §\n  TZ: UTC\n',
      'webhook_secret: |-\n  §\n',
    ],
    held: ['spec:\n  apiKey: >\n    §\n', '"access_token": |2\n    §\n'],
  },
  {
    kind: 'password in a block of YAML',
    make: password,
    tuned: ['password: |\n  §\n', 'db:\n  passwd: >-\n    §\n  host: db\n'],
    held: ['stdin_password: >+\n  §\n'],
  },
  {
    kind: 'text of Python',
    make: password,
    tuned: ["password = (\n  '§'\n)\n", "password = b'§'\n", 'password = ("§")\n'],
    held: ['DB_PASSWORD = (\n    r"§"\n)\n', "password: str = u'§'\n"],
  },
  {
    kind: 'option of a command',
    make: generated,
    tuned: [
      'deploy --token § --yes',
      '--token=§',
      '--auth-token §',
      "login --access-token '§'",
      '{"command":"--client-secret §"}',
    ],
    held: ['sonar --token § .', 'app --secret § run', 'cli --client-secret=§\n', '--api-token "§"'],
  },
  {
    kind: 'letters behind an option',
    make: (d) => `ZQ${d.of('mixed', 24).replace(/[\daeiouyAEIOUY]/g, 'K')}TzKq`,
    tuned: ['deploy --token § --yes', '--auth-token §'],
    held: ["vault login --token '§'"],
  },
  {
    kind: 'value of a Secret',
    make: (d) => btoa(`${password(d)}${d.of('digits', 3)}`),
    tuned: [
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  username: cm9ib3Q=\n  db: §\ntype: Opaque\n',
      '{"apiVersion":"v1","data":{"pin":"§"},"kind":"Secret","metadata":{"name":"db"}}',
      'data:\n  db.main: §\nkind: Secret\nmetadata:\n  name: db\n',
    ],
    held: [
      '---\nkind: "Secret"\nmetadata: { name: db }\ndata:\n    tls.key: §\n---\nkind: Service\n',
      '{\n  "kind": "Secret",\n  "data": {\n    "ca.crt": "",\n    "main": "§"\n  }\n}\n',
    ],
  },
  {
    kind: 'plain value of a Secret',
    make: generated,
    tuned: ['kind: Secret\nstringData:\n  main: §\n', 'stringData:\n  a.b: "§"\nkind: Secret\n'],
    held: ['kind: Secret\ntype: Opaque\nstringData:\n  user: ada\n  pin: §\n'],
  },
  {
    kind: 'text made secure',
    make: password,
    tuned: [
      "ConvertTo-SecureString '§' -AsPlainText -Force",
      '$p = ConvertTo-SecureString -String "§" -AsPlainText -Force\n',
      "'§' | ConvertTo-SecureString -AsPlainText -Force",
    ],
    held: [
      'convertto-securestring -AsPlainText -Force -String "§"',
      'New-Object PSCredential("ada", (ConvertTo-SecureString "§" -AsPlainText -Force))',
      '$p = "§" | ConvertTo-SecureString -Force -AsPlainText\n',
    ],
  },
  {
    kind: 'header of Python',
    make: (d) => d.of('hex', 40),
    tuned: ["headers = {'Authorization': f'token §'}", '{"Authorization": f"Bearer §"}'],
    held: ["s.headers['Authorization'] = f'token §'", 'authorization=f"Token §",'],
  },
  {
    kind: 'one-time password',
    make: base32,
    tuned: [
      'otpauth://totp/Shop:ada@example.com?secret=§&issuer=Shop',
      'qrencode "otpauth://totp/Shop?issuer=Shop&secret=§"',
    ],
    held: ['otpauth://hotp/Shop:ada?digits=6&secret=§&counter=1', '"otpauth://totp/ada?secret=§"'],
  },
  {
    kind: 'token of an account',
    make: hexKey,
    tuned: [
      `curl -u ${account}:§ https://example.com`,
      `new Twilio("${account}", "§")`,
      `TWILIO_SID=${account}\nTWILIO_AUTH=§\n`,
    ],
    held: [
      `https -a ${account}:§ GET example.com`,
      `Client('${account}',\n  '§')`,
      `{"sid": "${account}", "auth": "§"}`,
    ],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** What is written likewise and is no secret. */
export const LOOK_ALIKES_OF_WRITTEN: readonly LookAlike[] = [
  ...of(
    'identifier',
    () => 'SALES_ASIAPACIFICANDJAPANX = 3; TEAM_ASIAPACIFICTEAMLEAD = 4',
    () => 'def load_hf_AutoModelForSequenceClassificationHead(path2): pass',
    () => 'test_sk_live_keysAreRefusedWithoutAccount and test_ghp_prefixes_are_found_2',
    () => 'let is_npm_registryTokenProviderOfTheWorkspace2x = true',
    () => 'no_sk-proj-keys-in-the-repository-please-2 is_sk-ant-something-of-the-vendor',
    (d) => `TASK_SK${d.of('hex', 12)} x_AKIA${d.of('upper', 9)} y_AKIA${d.of('upper', 30)}`,
    (d) =>
      `render_rnd_${d.of('hex', 12)}, seed_rnd_${d.of('digits', 10)}, std_hf_${d.of('hex', 16)}`,
  ),
  ...of(
    'ids of sessions and calls',
    (d) =>
      `toolu_SK${d.of('hex', 32)} and span_key-${d.of('hex', 32)} and run_re_${d.of('lower', 8)}`,
    (d) => `"id": "item_pa-${d.of('url', 43)}", "next": "msg_fc-${d.of('hex', 32)}"`,
  ),
  ...of(
    'declarations',
    () => 'password: |\n  Must be 12 signs2 or more\n\ntoken: >\n  the Token2 is read once\n',
    () => `client_secret: >-\n  \${CLIENT_SECRET_2}\npassword: |\n  {{ .Values.password2 }}\n`,
    () => "password = (\n  os.environ['DB_PASSWORD2']\n)\ntoken = (\n  'not a token2'\n)\n",
    () => "token = b''\npassword = (self.password2 or None)\nsecret = f'{base}/secret-{n}2'\n",
    () => "headers = {'Authorization': f'token {token2}', 'X-Token': f\"{a.token2}\"}",
    () => "password: (value2) => validate(value2), secretKey: ('string' | 'token2')",
  ),
  ...of(
    'commands',
    () => 'deploy --token $TOKEN_2 --secret prod/db2 --auth-token-file ./token2',
    () => 'run --token my-token-name2 --client-secret env:SECRET_2 --access-token 12345678',
    () => 'app --token <token2> --secret ./secrets/prod2.yaml --token --yes2',
    () => 'app --token getTokenFromTheKeychain --secret NameOfTheSecretInTheStore',
    () => 'ConvertTo-SecureString $plain2 -AsPlainText; Read-Host "Password2" -AsSecureString',
    (d) => `ConvertTo-SecureString '01000000d08c${d.of('hex', 60)}' -Key $key2`,
    () => '"Enter2" | ConvertTo-Json; ConvertTo-SecureString "<password2>" -AsPlainText -Force',
  ),
  ...of(
    'cloud names',
    (d) => `kind: ConfigMap\ndata:\n  main: ${btoa(d.of('mixed', 20))}\n`,
    (d) => `kind: Secret\nmetadata:\n  uid: ${d.of('hex', 32)}\ndata:\n  username: cm9ib3Q=\n`,
    (d) => `kind: SecretStore\nmetadata:\n  data:\n    hash: ${d.of('hex', 40)}\n`,
    (d) => `kind: Secret\ndata: {}\n---\nkind: Deployment\ndata:\n  hash: ${d.of('hex', 40)}\n`,
    (d) =>
      `kind: Secret\nmetadata:\n  resourceVersion: "${d.of('digits', 9)}"\ndata:\n  tls.crt: ${btoa(`${'-'.repeat(5)}BEGIN CERTIFICATE${'-'.repeat(5)}\n${d.of('base64', 90)}`)}\ntype: kubernetes.io/tls\n`,
    () => 'kind: Secret\nstringData:\n  host: db2.example.com\n  pin: {{ .Values.pin2 }}\n',
  ),
  ...of(
    'names of records',
    (d) => `/Accounts/AC${d.of('hex', 32)}/Messages/SM${d.of('hex', 32)}.json`,
    (d) => `"account_sid": "AC${d.of('hex', 32)}", "sid": "SM${d.of('hex', 32)}"`,
    (d) =>
      `"AC${d.of('hex', 32)}", "md5 ${d.of('hex', 32)}", AC${d.of('hex', 40)}:${d.of('hex', 40)}`,
    () => 'otpauth://totp/Shop:ada?secret=$SECRET_2&issuer=Shop otpauth://totp/x?issuer=Shop2',
    (d) =>
      `otpauth://totp/Shop?secret={secret2}&digits=6 otpauth-migration://offline?data=${d.of('mixed', 9)}`,
  ),
  ...of(
    'encoded data',
    (d) => `"data": "EAA${d.of('base64', 300)}"`,
    (d) => `EAA${'A'.repeat(60)}${d.of('hex', 60)} EAA${d.of('hex', 120)} EAA${d.of('upper', 120)}`,
    (d) => `EAAG${d.of('mixed', 30)} x/EAAG${d.of('mixed', 60)}ZC${d.of('mixed', 60)}`,
  ),
]
