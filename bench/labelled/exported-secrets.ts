import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Hafen', 'Lerche', 'Winter', 'Tanne', 'Biber'] as const
const password = (d: Dice): string =>
  `${d.pick(WORDS)}${d.pick(['-', '_', '!'])}${d.of('digits', 3)}`
const key = (d: Dice): string => `a1${d.of('mixed', 38)}`
const uuid = (d: Dice): string => [8, 4, 4, 4, 12].map((length) => d.of('hex', length)).join('-')

const kind = (name: string, make: PlacedKind['make'], ...tuned: string[]): PlacedKind => ({
  kind: name,
  make,
  tuned,
  held: [],
})

/** Secrets as a reviewer wrote them down who had not seen the rules; those they missed. Rules were mended with all in view. */
export const EXPORTED_KINDS: readonly PlacedKind[] = [
  kind(
    'token of a thousand characters',
    (d) => `IQoJb3JpZ2luX2Vj${d.of('base64', 900)}==`,
    'AWS_SESSION_TOKEN=§\n',
    'aws_session_token = §\n',
    '{"SessionToken": "§"}',
  ),
  kind(
    'password in a table of signs',
    password,
    ' id | name | password\n----+------+----------\n  1 | ada  | §\n(1 row)\n',
    '+----+------------+\n| id | password   |\n+----+------------+\n|  1 | § |\n+----+------------+\n',
    '| Service | User | Password |\n|:---|---|---|\n| Grafana | admin | `§` |\n',
  ),
  kind(
    'key in a table of signs',
    key,
    ' id | email | api_key\n----+-------+---------\n  1 | a@example.com | §\n',
    '| Service | Access token |\n| --- | --- |\n| CI | § |\n| Web | none |\n',
  ),
  kind(
    'password in an aligned line',
    password,
    '      + password             = "§"\n      + port                 = 5432\n',
    'db.password              = §\ndb.port                  = 5432\n',
    '    Environment:\n      DB_PASSWORD:             §\n',
    '**Password:** `§`\n',
    '**Password**: §\n',
    '#define WIFI_PASSWORD "§"\n',
    'bindpw §\n',
  ),
  kind(
    'what counts where nothing is set',
    key,
    "const secret = process.env.JWT_SECRET || '§'\n",
    'const token = env.API_TOKEN ?? "§";',
    'let client_secret = String::from("§");\n',
    'secret = SecretStr("§")\n',
    '<meta-data android:name="com.example.API_KEY" android:value="§"/>',
  ),
  kind(
    'password for an app',
    (d) =>
      [1, 2, 3]
        .map(() => d.of('lower', 4).replace(/\d/g, 'q'))
        .concat('xkqz')
        .join('-'),
    'FASTLANE_APPLE_APPLICATION_SPECIFIC_PASSWORD=§\n',
    'EMAIL_HOST_PASSWORD = "§"\n',
  ),
  kind(
    'private part of a web key',
    (d) => `7a${d.of('url', 41)}`,
    '{"kty":"EC","crv":"P-256","x":"f83OJ3D2","y":"x_FEzRu9","d":"§"}',
    '{\n  "d": "§",\n  "kty": "OKP",\n  "crv": "Ed25519"\n}',
    '{"kty":"oct","k":"§","alg":"HS256"}',
    '"{\\"kty\\":\\"oct\\",\\"k\\":\\"§\\"}"',
  ),
  kind(
    'exported cookie',
    key,
    '{"name":"sessionid","value":"§","httpOnly":true,"secure":true}',
    '{\n  "name": "sid",\n  "value": "§",\n  "path": "/",\n  "httpOnly": true\n}',
    '#HttpOnly_.example.com\tTRUE\t/\tTRUE\t1893456000\tsid\t§\n',
  ),
  kind(
    'printed by a cloud',
    password,
    '{"Name":"/prod/db","Type":"SecureString","Value":"§","Version":3}',
  ),
  kind(
    'key of an account',
    (d) => `${d.of('base64', 86)}==`,
    '[{"keyName":"key1","permissions":"FULL","value":"§"}]',
  ),
  kind(
    'webhook',
    uuid,
    'https://open.feishu.cn/open-apis/bot/v2/hook/§',
    'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=§',
  ),
  kind(
    'zap',
    (d) => `${d.of('digits', 7)}/${d.of('lower', 7)}`,
    'POST https://hooks.zapier.com/hooks/catch/§/',
  ),
  kind(
    'token of a cluster',
    (d) => `${d.of('hex', 6)}.${d.of('hex', 16)}`,
    'kubeadm join 10.0.0.1:6443 --token § --discovery-token-ca-cert-hash sha256:aa',
  ),
  kind(
    'token of an old Vault',
    (d) => `s.${d.of('mixed', 24)}`,
    'curl -H "X-Vault-Token: §" $VAULT_ADDR/v1/secret/data/db',
    'VAULT_TOKEN=§\n',
  ),
  kind('key of Okta', (d) => `00${d.of('url', 39)}a`, 'Authorization: SSWS §\n'),
  kind(
    'static key',
    (d) =>
      [
        `${'-'.repeat(5)}BEGIN OpenVPN Static key V1${'-'.repeat(5)}`,
        ...[1, 2, 3, 4].map(() => d.of('hex', 32)),
        `${'-'.repeat(5)}END OpenVPN Static key V1${'-'.repeat(5)}`,
      ].join('\n'),
    '<tls-auth>\n§\n</tls-auth>\n',
  ),
  kind(
    'password of an address alone',
    (d) => `ghs_${d.of('mixed', 36)}`,
    'git clone https://x-access-token:§@github.com/acme/shop.git\n',
    'pip install --index-url https://__token__:§@pypi.example.com/simple shop\n',
  ),
  kind(
    'key of Cursor',
    (d) => `key_${d.of('hex', 64)}`,
    'the key of Cursor: §\n',
    'cursor-agent --api §\n',
  ),
  kind('told key', key, 'use this key: § for the tests', 'my key is §'),
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** The same reviewer's, and what the mended rules could mistake. */
export const LOOK_ALIKES_OF_EXPORTS: readonly LookAlike[] = [
  ...of(
    'tables',
    () => '| Name | Type | Password |\n|---|---|---|\n| ada | string | required |\n',
    (d) => ` id | token_count | password_hash\n----+----+----\n 1 | 12 | ${d.of('hex', 64)}\n`,
    () => '| Token | Value |\n|---|---|\n| radius-lg-2 | 12px |\n| --color-primary-500 | brand |\n',
    () => '| Password | Result |\n|---|---|\n| abc | too short |\n| ******** | ok |\n',
    () => 'Column | Type\n-------+------\n api_key | character varying(255)\n token | text\n',
    () => '|-- src\n|   |-- password.ts\n|   |-- token2.ts\n',
  ),
  ...of(
    'code',
    () => 'const secret = process.env.JWT_SECRET || "dev-secret"; const t = usage.tokens ?? "n/a"',
    () => 'const password = opts.password || "postgres"; let pw = String::from("password");',
    () => 'password          = var.db_password2\ntoken             = data.x.y2\n',
    () => '**Token:** see docs/auth2.md\n**API key:** `OPENAI_API_KEY2`\n**Tokens:** 12,345\n',
    () => '#define TOKEN_TYPE "identifier"\n#define PASSWORD_FIELD "password2"\n',
    () => 'password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n',
  ),
  ...of(
    'translations',
    () => '{"password": "Senha:", "confirm": "Passwort?", "newPassword": "New-password!"}',
    () => '"password": "Password*"\n"passwort": "pick some good word"\n',
  ),
  ...of(
    'names of records',
    (d) => `"key": "key_${d.of('hex', 64)}", sdk-2024-10-01, sk_prod_users_table_partition`,
    () => 'SLACK_TOKEN=xoxb-your-token; v1.local.dev; dev:api-server-1|watching for changes',
    () => '{"d": "M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10", "k": 2, "name": "theme"}',
    (d) => `{"kty":"RSA","n":"${d.of('url', 170)}","e":"AQAB","kid":"${d.of('url', 43)}"}`,
    () => '{"name":"NEXT_LOCALE","value":"en-US-and-others","httpOnly":false}',
    (d) => `data:image/png;base64,${'A'.repeat(30)}${d.of('base64', 100)}`,
    () => 'kubeadm join --token <token>; kubeadm init --kubernetes-version v1.29.0',
    () => 'this key is useSharedWorkspaceSettingsForTeams; my key: user:1234',
  ),
]

/** The same reviewer's, of which none was taken at the first look: held back. */
export const FRESH_LOOK_ALIKES_OF_EXPORTS: readonly LookAlike[] = [
  ...of(
    'output of tools',
    (d) => `* ${d.of('hex', 8)} (HEAD -> main) Rotate secret: use v2 of password-store`,
    (d) => `ssl: SHA1 Fingerprint=${[1, 2, 3, 4, 5].map(() => d.of('hex', 2)).join(':')}`,
    (d) => `Cache restored from key: Linux-npm-${d.of('hex', 64)}`,
    (d) => `toolu_01${d.of('mixed', 22)} msg_01${d.of('mixed', 22)} chatcmpl-${d.of('mixed', 29)}`,
    (d) => `cus_${d.of('mixed', 14)} pi_3${d.of('mixed', 23)} price_1${d.of('mixed', 23)}`,
    () =>
      'Oct 02 10:11:12 host sshd[1234]: Accepted password for ada from 10.0.0.1 port 51234 ssh2',
    () => "Token scopes: 'gist', 'repo2'\nnpm notice Your token expires in 30d",
  ),
  ...of(
    'declarations',
    () => 'token: Annotated[str, Depends(oauth2_scheme)], password: z.string().min(8).max(72),',
    () => 'pub struct Creds { pub password: SecretString, pub token: Option<String> }',
    () => '`password` varchar(255) DEFAULT NULL, token TEXT DEFAULT gen_random_uuid()',
    () => 'type: apiKey\n      in: header\n      name: X-API-Key2\n',
    (d) => `"bos_token": "<|begin_of_text|>", "pad_token": "<|pad_${d.int(9)}|>"`,
  ),
  ...of(
    'encoded data',
    (d) => `"encrypted_content":"gAAAAAB${d.of('url', 300)}"`,
    (d) => `VAPID_PUBLIC_KEY=B${d.of('url', 86)}`,
    (d) => `"buildId":"${d.of('url', 21)}", nonce="${d.of('base64', 22)}=="`,
    (d) => `https://lh3.googleusercontent.com/a/ACg8oc${d.of('url', 60)}`,
    (d) => `https://www.notion.so/acme/Secrets-policy-${d.of('hex', 32)}`,
    (d) => `isa = PBXBuildFile; fileRef = ${d.of('upper', 24)} /* TokenView2.swift */`,
  ),
]
