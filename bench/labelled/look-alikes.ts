import type { Dice } from './dice.ts'

/** Texts without a secret that look as if they had one. */
export type LookAlike = { family: string; make: (dice: Dice) => string }

const uuid = (d: Dice): string => [8, 4, 4, 4, 12].map((n) => d.of('hex', n)).join('-')
const sha1 = (d: Dice): string => d.of('hex', 40)
const sha256 = (d: Dice): string => d.of('hex', 64)
const NAMES = [
  'session',
  'invoice',
  'tide',
  'anchor',
  'ledger',
  'cursor',
  'widget',
  'harbour',
] as const
const Named = (d: Dice): string => {
  const name = d.pick(NAMES)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
const dashes = '-'.repeat(5)

const of = (family: string, ...makers: ((d: Dice) => string)[]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

const HASHES: readonly LookAlike[] = [
  ...of(
    'git hash',
    (d) => `commit ${sha1(d)}\nAuthor: Ada <ada@example.com>\n\n    Rotate the signing key`,
    (d) => `${d.of('hex', 7)} Fix token refresh\n${d.of('hex', 7)} Hash passwords with argon2`,
    (d) => `diff --git a/token.ts b/token.ts\nindex ${d.of('hex', 10)}..${d.of('hex', 10)} 100644`,
    (d) => `"gitHead": "${sha1(d)}", "resolved": "git+ssh://git@github.com/x/y.git#${sha1(d)}"`,
  ),
  ...of(
    'lock file',
    (d) =>
      `"integrity": "sha512-${d.of('base64', 86)}==",\n"resolved": "https://registry.npmjs.org/tokenizr/-/tokenizr-1.7.0.tgz"`,
    (d) => `checksum = "${sha256(d)}"\nname = "secrecy"\nversion = "0.8.0"`,
    (d) => `golang.org/x/oauth2 v0.15.0 h1:${d.of('base64', 43)}=`,
    (d) =>
      `cryptography==42.0.1 \\\n    --hash=sha256:${sha256(d)} \\\n    --hash=sha256:${sha256(d)}`,
    (d) => `"jsonwebtoken@npm:^9.0.0":\n  checksum: ${sha256(d)}${sha256(d)}\n  languageName: node`,
  ),
  ...of(
    'content hash',
    (d) => `dist/assets/index-${d.of('url', 8)}.js  214.20 kB │ gzip: 70.11 kB`,
    (d) => `FROM node:20@sha256:${sha256(d)}`,
    (d) => `ETag: "${d.of('hex', 32)}"\nContent-MD5: ${d.of('base64', 22)}==`,
    (d) => `sha256sum: ${sha256(d)}  token-service.tar.gz`,
    (d) => `cache-key: node-modules-linux-${sha256(d)}`,
    (d) => `/nix/store/${d.of('lower', 32)}-openssl-3.0.12/bin/openssl`,
  ),
]

const IDS: readonly LookAlike[] = [
  ...of(
    'uuid',
    (d) => `"id": "${uuid(d)}", "parentUuid": "${uuid(d)}"`,
    (d) => `session_id=${uuid(d)} user=${uuid(d)}`,
    (d) => `POST /v1/tokens/${uuid(d)}/refresh 204`,
    (d) => `tokenId: ${uuid(d)}\nsecret_id: ${uuid(d)}\n`,
  ),
  ...of(
    'ids of sessions and calls',
    (d) => `{"type":"tool_use","id":"toolu_01${d.of('mixed', 22)}","name":"Bash"}`,
    (d) => `{"tool_call_id": "call_${d.of('mixed', 24)}", "role": "tool"}`,
    (d) => `msg_01${d.of('mixed', 22)} in ses_${d.of('lower', 26)}`,
    (d) => `requestId: req_011${d.of('mixed', 21)}`,
    (d) => `traceparent: 00-${d.of('hex', 32)}-${d.of('hex', 16)}-01`,
    (d) => `"key": "agent:${d.of('upper', 26)}", "cursor": "${d.of('mixed', 24)}"`,
  ),
  ...of(
    'cloud names',
    (d) => `projects/${d.of('digits', 12)}/locations/eu/keyRings/app/cryptoKeys/signing-key2`,
    (d) => `projects/${d.of('digits', 12)}/secrets/api-key/versions/3`,
    (d) => `private_key_id: ${sha1(d)}\nclient_email: x@y.iam.gserviceaccount.com`,
    (d) => `i-0${d.of('hex', 16)} ami-0${d.of('hex', 16)} vpc-${d.of('hex', 8)}`,
  ),
]

const PLACEHOLDERS: readonly LookAlike[] = [
  ...of(
    'placeholder',
    () => 'API_KEY=YOUR_API_KEY\nSECRET_TOKEN=your-secret-token-here\n',
    () => 'password: "xxxxxxxx"\ntoken: "<your-token-1>"\napi_key: sk-xxxxxxxxxxxxxxxxxxxxxxxx\n',
    () => 'SLACK_TOKEN=\nSTRIPE_SECRET=<paste it here>\nMAIL_PASSWORD=""\n',
    () => 'DB_PASSWORD=changeme\nJWT_SECRET=replace-me-with-32-chars\n',
    () => 'Authorization: Bearer <ACCESS_TOKEN>\nAuthorization: Bearer $TOKEN\n',
    () => 'password=************\nsecret: [hidden]\ntoken: (none)\n',
    () => 'postgres://user:password@localhost:5432/app\nredis://:<password>@cache:6379\n',
    () => 'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\n',
  ),
  ...of(
    'variable',
    (d) => `const token = process.env.${d.pick(NAMES).toUpperCase()}_TOKEN_2`,
    () =>
      `password: \${DB_PASSWORD}\ntoken: \${{ secrets.DEPLOY_TOKEN }}\nkey: {{ .Values.apiKey }}\n`,
    () => 'export API_TOKEN=$MY_TOKEN_1; curl -u "$USER:$PASS" https://example.com',
    () => 'postgres://$DB_USER:$DB_PASSWORD@$DB_HOST/app',
    () => 'secret = os.environ["APP_SECRET_V2"]\npassword = config.get("db2.password")\n',
    (d) => `apiKey: settings.${d.pick(NAMES)}.apiKey2, secretKey: await loadSecret2(name)`,
    () => 'password = var.db_password_2\ntoken    = data.vault_generic_secret.ci2.data["token"]\n',
    () => 'valueFrom:\n  secretKeyRef:\n    name: db-credentials-v2\n    key: password\n',
    () => 'api_key = op://vault1/openai/credential\npassword: vault:secret/data/db2#password\n',
  ),
]

const CODE: readonly LookAlike[] = [
  ...of(
    'type or schema',
    () => 'type Login = { password: string; token: AuthToken2; apiKey?: string | undefined }',
    () => 'password: z.string().min(12).max(200), token: z.base64url2().optional()',
    () =>
      'CREATE TABLE users (id uuid PRIMARY KEY, password_hash varchar(255), token varchar2(40) NOT NULL);',
    () => 'def login(user: str, password: SecretStr2, token: Optional[Token2] = None) -> Session2:',
    () => 'interface Props { passwordInputRef: RefObject<HTMLInputElement>; secretLength: 32 }',
  ),
  ...of(
    'form or message',
    () =>
      '<input type="password" name="currentPassword" autocomplete="current-password" placeholder="Password1 …">',
    () => 'forgot_password: "Forgot your password?", password_mismatch: "Passwörter stimmen nicht"',
    () => '"login.password": "Mot de passe oublié ?", "login.token": "Jeton"',
    (d) => `Error: password authentication failed for user "${d.pick(NAMES)}2"`,
    () => 'password: "Must be 8 to 64 characters", token: "expired 3 days ago"',
  ),
  ...of(
    'call',
    () => 'const token = await getOauth2Token(client); const password = generatePassword(24)',
    () => 'token = tokens[12345]; secret = Buffer.from(secret64, "base64")',
    (d) => `tokenizer: cl100k_base2, max_tokens=4096, token_count: ${d.of('digits', 6)}`,
    () => 'if (password === user.password2 || token !== session.accessToken1) throw new Error()',
    () => 'expect(redact({ password: "[REDACTED]" })).toEqual({ token: expect.any(String) })',
    () => 'const isTokenValid = passwordRegex2.test(input); compassHeading=north2east',
  ),
  ...of(
    'identifier',
    (d) => `import { ${Named(d)}TokenProvider2 } from './${d.pick(NAMES)}-token-provider2.ts'`,
    (d) => `FAIL src/${d.pick(NAMES)}/token2.test.ts > refreshes the token2 > once`,
    (d) => `secretName: ${d.pick(NAMES)}-prod-credentials-2024\nsecret: ${d.pick(NAMES)}-tls-v2\n`,
    (d) =>
      `PRIMARY_KEY=user_id2\nSORT_KEY: created_at_${d.of('digits', 4)}\nCACHE_KEY=${d.pick(NAMES)}-v12\n`,
    (d) => `kubectl get secret ${d.pick(NAMES)}-token-${d.of('lower', 5)} -n prod`,
  ),
  ...of(
    'minified code',
    (d) =>
      `!function(e,t){"use strict";var n=e.token||t.key,r=n.a${d.int(99)};return r.pass(t,n)}(this,{key:1});`,
    (d) =>
      `a=b.token?c.d${d.int(9)}:e,f.key=g||h.i(j);k.password=l(m);n={secret:!0,token:void 0,apiKey:null}`,
    (d) =>
      `{"version":3,"mappings":"AAAA,SAASA,IAAI;AACX,${d.of('upper', 60).replace(/\d/g, ',')}"}`,
  ),
  ...of(
    'stylesheet',
    (d) => `.token.keyword{color:#${d.of('hex', 6)}}.password-field{width:calc(100% - 12px)}`,
    (d) => `--color-key: #${d.of('hex', 6)}; --pass-width: 12rem; content: "\\${d.of('hex', 4)}"`,
  ),
]

const TEXTS: readonly LookAlike[] = [
  ...of(
    'public key',
    (d) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${d.of('base64', 43)} ada@laptop`,
    (d) =>
      `${dashes}BEGIN PUBLIC KEY${dashes}\n${d.of('base64', 64)}\n${d.of('base64', 40)}==\n${dashes}END PUBLIC KEY${dashes}`,
    (d) =>
      `${dashes}BEGIN CERTIFICATE${dashes}\n${d.of('base64', 64)}\n${dashes}END CERTIFICATE${dashes}`,
    (d) => `VITE_MAP_PUBLIC_ID=pk.${d.of('lower', 20)}\n`,
    (d) => `PublicKey = ${d.of('base64', 43)}=\nAllowedIPs = 0.0.0.0/0\n`,
    (d) =>
      `certificate-authority-data: ${btoa(`${dashes}BEGIN CERTIFICATE${dashes}\n${d.of('base64', 200)}`)}`,
  ),
  ...of(
    'encoded data',
    (d) => `data:image/png;base64,iVBORw0KGgo${d.of('base64', 400)}`,
    (d) => `"thumbnail": "${d.of('base64', 200)}=="`,
    (d) => `src: url(data:font/woff2;base64,d09GMgABAAA${d.of('base64', 120)})`,
    (d) => `"embedding": "${d.of('base64', 160)}", "dims": 384`,
  ),
  ...of(
    'path',
    (d) => `/home/ada/.claude/projects/-home-ada-${d.pick(NAMES)}/${uuid(d)}.jsonl`,
    () =>
      'PASSWORD_FILE=/run/secrets/db_password2\npassword: /etc/app/password.txt\ntoken: ./fixtures/token2.json\n',
    () =>
      'node_modules/@scope/token-9.1.2/secret-store.js:12:34\n at readPassword2 (src/key/password2.ts:1:2)',
    () => 'pwd: /home/me/project2, PWD=/srv/app1',
  ),
  ...of(
    'address',
    () => 'see https://example.com:8080/a@b, git@github.com:x/y.git and ssh://git@host:22/x',
    () =>
      'token_url: https://auth.example.com/oauth2/token1\nsecret: https://example.com/docs/secrets2\n',
    () => 'http://localhost:4000/@scope/pkg@1.2.3 and mailto:ada@example.com',
    (d) => `https://example.com/#/reset?step=2&redirect=%2Fhome%2F${d.of('digits', 4)}`,
  ),
  ...of(
    'prose',
    () =>
      'The password must have 12 characters. The bearer of this token: nobody. Secret: none. Authorization: required2.',
    () => 'Store the token: 1) open settings2, 2) pick API keys, 3) press create.',
    () =>
      `A key begins with ${dashes}BEGIN PRIVATE KEY${dashes} and write <private> around what nobody should read.`,
    () => 'JWTs look like eyJhbGciOi... and GitHub tokens begin with ghp_ or github_pat_.',
    () => 'Use `lore login --key -`, or `--token <token>`, or `--password-stdin2`.',
    () => 'pass: 12345678 tests, fail: 2, token usage: 123456789, salt: 2g',
  ),
  ...of(
    'time or number',
    (d) => `12345678:${'a'.repeat(35)} at 20260101:${d.of('digits', 6)}`,
    (d) =>
      `{"input_tokens": ${d.of('digits', 6)}, "cache_read_input_tokens": ${d.of('digits', 8)}}`,
    (d) => `token_expires_at=2026-03-01T10:00:00Z password_changed_at: 17${d.of('digits', 8)}`,
    (d) => `+49 30 ${d.of('digits', 8)}, 10.0.${d.int(255)}.1:5432, v1.2.${d.int(99)}-beta.3`,
  ),
]

/** Once held back; rules were mended after they were looked at, so they belong to the other half for good. */
export const NO_LONGER_HELD: readonly LookAlike[] = [
  ...of(
    'cloud names',
    (d) =>
      `arn:aws:secretsmanager:eu-west-1:${d.of('digits', 12)}:secret:prod/db-${d.of('mixed', 6)}`,
  ),
  ...of(
    'placeholder',
    () => 'OPENAI_API_KEY=sk-...\nGITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n',
  ),
  ...of(
    'identifier',
    (d) => `--- PASS: Test${Named(d)}_RefreshesToken2 (0.01s)\n    --- PASS: TestX/pass_2\n`,
  ),
  ...of('public key', (d) => `NEXT_PUBLIC_STRIPE_KEY=pk_live_${d.of('mixed', 24)}\n`),
  ...of(
    'declarations',
    () =>
      'type Mutation { signIn(email: String!, password: String!): Session2! resetPassword(token: ID!): Boolean2! }',
  ),
  ...of(
    'form or message',
    () => '{"login": {"password": "Contraseña", "token": "Código", "secret": "Clave secreta 2"}}',
  ),
]

export const LOOK_ALIKES: readonly LookAlike[] = [
  ...HASHES,
  ...IDS,
  ...PLACEHOLDERS,
  ...CODE,
  ...TEXTS,
]
