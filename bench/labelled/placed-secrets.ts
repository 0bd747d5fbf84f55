import { ASSIGNED_KINDS } from './assigned-secrets.ts'
import { BLOCK_KINDS } from './blocks.ts'
import type { Dice } from './dice.ts'
import { EVERYDAY_CODES } from './everyday-codes.ts'
import { EVERYDAY_JOINED } from './everyday-joined.ts'
import { EVERYDAY_LOGINS } from './everyday-logins.ts'
import { EVERYDAY_KINDS } from './everyday-secrets.ts'
import { EVERYDAY_TABLES } from './everyday-tables.ts'
import { EVERYDAY_TEXTS } from './everyday-texts.ts'
import { EXPORTED_KINDS } from './exported-secrets.ts'
import { FOREIGN_LANGUAGE_KINDS } from './foreign-language-secrets.ts'
import { FURTHER_EVERYDAY_KINDS } from './further-everyday-secrets.ts'
import { HANDED_KINDS } from './handed-secrets.ts'
import { LOGIN_KINDS } from './login-secrets.ts'
import type { PlacedKind } from './placed-secrets.types.ts'
import { QUOTED_KINDS } from './quoted-secrets.ts'
import { SENTENCE_KINDS } from './sentence-secrets.ts'
import { TABLE_KINDS } from './tables.ts'
import { VARIABLE_KINDS } from './variables.ts'
import { WRITTEN_KINDS } from './written-secrets.ts'

const WORDS = ['Sommer', 'Kranich', 'Tresor', 'Wolke', 'Anker', 'Birke', 'Falke', 'Moos'] as const

/** As people choose them. */
const password = (dice: Dice): string =>
  `${dice.pick(WORDS)}${dice.pick(['', '-', '_'])}${dice.of('digits', 3)}${dice.pick(['!', '#', '?', ''])}`
/** As password managers do. */
const generated = (dice: Dice): string => dice.of('mixed', 16 + dice.int(16))
const hexKey = (dice: Dice): string => dice.of('hex', 32)
const base64Key = (dice: Dice): string => `${dice.of('base64', 43)}=`
const login = (dice: Dice): string => btoa(`robot:${password(dice)}`)

export const PLACED_KINDS: readonly PlacedKind[] = [
  ...ASSIGNED_KINDS,
  ...VARIABLE_KINDS,
  ...WRITTEN_KINDS,
  ...BLOCK_KINDS,
  ...LOGIN_KINDS,
  ...TABLE_KINDS,
  ...SENTENCE_KINDS,
  ...EXPORTED_KINDS,
  ...FOREIGN_LANGUAGE_KINDS,
  ...HANDED_KINDS,
  ...QUOTED_KINDS,
  ...EVERYDAY_KINDS,
  ...FURTHER_EVERYDAY_KINDS,
  ...EVERYDAY_CODES,
  ...EVERYDAY_TABLES,
  ...EVERYDAY_LOGINS,
  ...EVERYDAY_TEXTS,
  ...EVERYDAY_JOINED,
  {
    kind: 'password',
    make: password,
    tuned: [
      'database:\n  host: db\n  password: §\n  pool: 5\n',
      'DB_HOST=db\nDB_PASSWORD="§"\nDB_NAME=app\n',
      '{"user": "app", "password": "§", "ssl": true}',
      "const pool = new Pool({ user: 'app', password: '§', max: 4 })",
      "CREATE ROLE app LOGIN PASSWORD '§';",
    ],
    held: [
      'Server=sql01;Database=shop;User Id=sa;Password=§;Encrypt=true',
      '<server>\n  <username>ci</username>\n  <password>§</password>\n</server>',
      'conn = psycopg2.connect(host="db", user="app", password="§")',
      '- name: MYSQL_ROOT_PASSWORD\n  value: "§"\n- name: TZ\n  value: UTC\n',
      'deploy login --user ci --password § --yes',
      "ALTER USER 'app'@'%' IDENTIFIED BY '§';",
    ],
  },
  {
    kind: 'generated password',
    make: generated,
    tuned: [
      'admin_password = "§"\n',
      'PGPASSWORD=§ psql -h db -U app -c "select 1"',
      'redis:\n  auth:\n    password: §\n',
    ],
    held: [
      '$env:DB_PASSWORD = "§"\n',
      'val password: String = "§"',
      'spring.datasource.password=§\nspring.datasource.username=app\n',
    ],
  },
  {
    kind: 'api key',
    make: hexKey,
    tuned: [
      'DATADOG_API_KEY=§\n',
      'fetch(url, { headers: { "x-api-key": "§" } })',
      'weather:\n  apiKey: §\n',
    ],
    held: [
      'curl -H "DD-API-KEY: §" https://api.example.com',
      'GET /data?city=Bern&appid=1&api_key=§&units=metric',
      'openai.api_key = "§"',
    ],
  },
  {
    kind: 'token',
    make: generated,
    tuned: [
      "const accessToken = '§'",
      'CI_DEPLOY_TOKEN: §\n',
      '//registry.example.com/:_authToken=§\n',
    ],
    held: [
      '{\\"auth_token\\": \\"§\\"}',
      'os.environ.setdefault("DEPLOY_TOKEN", "§")',
      'https://example.com/hook?token=§',
      'headers.set("X-Auth-Token", "§")',
    ],
  },
  {
    kind: 'client secret',
    make: generated,
    tuned: ['{"client_id": "web", "client_secret": "§"}', 'OAUTH_CLIENT_SECRET=§\n'],
    held: [
      'clientSecret: "§",\nredirectUri: "https://example.com/cb"',
      'grant_type=client_credentials&client_id=web&client_secret=§',
    ],
  },
  {
    kind: 'aws secret',
    make: (d) => d.of('base64', 40),
    tuned: [
      '[default]\naws_secret_access_key = §\nregion = eu-west-1\n',
      'export AWS_SECRET_ACCESS_KEY=§\n',
    ],
    held: [
      '{"AccessKeyId": "x", "SecretAccessKey": "§", "Expiration": "2026"}',
      'provider "aws" {\n  secret_key = "§"\n}',
    ],
  },
  {
    kind: 'signing secret',
    make: base64Key,
    tuned: ['SESSION_SECRET=§\n', 'JWT_SECRET="§"\n', 'NEXTAUTH_SECRET=§\n'],
    held: [
      'signingKey: §\n',
      'app.use(session({ secret: "§", resave: false }))',
      'ENCRYPTION_KEY=§\n',
    ],
  },
  {
    kind: 'framework key',
    make: (d) => `base64:${base64Key(d)}`,
    tuned: ['APP_NAME=Shop\nAPP_KEY=§\n'],
    held: ['- APP_KEY=§\n- APP_DEBUG=false\n', 'docker run -e APP_KEY=§ shop'],
  },
  {
    kind: 'salt',
    make: generated,
    tuned: ['HASH_SALT=§\n', '"salt": "§"'],
    held: ["define('AUTH_SALT', '§');", 'passwordSalt: "§"'],
  },
  {
    kind: 'url password',
    make: generated,
    tuned: [
      'postgres://app:§@db.internal:5432/app',
      'REDIS_URL=redis://:§@cache:6379/0\n',
      'amqp://worker:§@mq:5672/jobs',
    ],
    held: [
      'mongodb+srv://app:§@cluster0.example.net/shop?retryWrites=true',
      'proxy = "http://me:§@proxy.example.com:3128"',
      'fatal: unable to access https://ci:§@git.example.com/x.git/',
      'mysql://root:§@localhost/shop',
    ],
  },
  {
    kind: 'url token',
    make: (d) => d.of('mixed', 40),
    tuned: ['git clone https://§@git.example.com/x.git'],
    held: [
      'origin  https://§@git.example.com/x.git (fetch)',
      'pip install git+https://§@git.example.com/lib.git',
    ],
  },
  {
    kind: 'basic authorization',
    make: login,
    tuned: ['Authorization: Basic §\n', "-H 'authorization: basic §'"],
    held: ['{"Authorization": "Basic §"}', '> proxy-authorization: Basic §\n'],
  },
  {
    kind: 'bearer',
    make: (d) => d.of('url', 48),
    tuned: ['Authorization: Bearer §\n', 'send the header bearer § with it'],
    held: ['headers = {"Authorization": f"Bearer §"}', '< WWW-Authenticate answered Bearer §\n'],
  },
  {
    kind: 'curl login',
    make: password,
    tuned: ['curl -u admin:§ https://example.com/api'],
    held: [
      "curl -s -X POST --user 'admin:§' https://example.com/api",
      'wget -q --user=me --password=§ https://example.com/x.tgz',
      'curl -k \\\n  -u "ci:§" \\\n  https://example.com',
    ],
  },
  {
    kind: 'shell login',
    make: password,
    tuned: ['mysql -h db -u root -p§ shop < dump.sql', 'sshpass -p § ssh me@host'],
    held: [
      'mysqldump --single-transaction -uapp -p§ shop',
      "sshpass -p '§' scp x me@host:",
      'openssl enc -aes-256-cbc -in a -out b -pass pass:§',
      'redis-cli -h cache -a § ping',
    ],
  },
  {
    kind: 'netrc',
    make: generated,
    tuned: ['machine git.example.com login ci password §\n'],
    held: ['machine git.example.com\n  login ci\n  password §\n'],
  },
  {
    kind: 'pgpass',
    make: generated,
    tuned: ['db.internal:5432:app:app:§\n'],
    held: ['*:5432:*:postgres:§\n'],
  },
  {
    kind: 'registry login',
    make: login,
    tuned: ['{"auths": {"registry.example.com": {"auth": "§"}}}'],
    held: [
      '//registry.example.com/:_auth=§\n',
      '{\\"auths\\": {\\"r.example.com\\": {\\"auth\\": \\"§\\"}}}',
    ],
  },
  {
    kind: 'kubeconfig key',
    make: (d) =>
      btoa(`${'-'.repeat(5)}BEGIN RSA PRIVATE KEY${'-'.repeat(5)}\n${d.of('base64', 400)}`),
    tuned: ['users:\n- user:\n    client-key-data: §\n'],
    held: ['tls.key: §\ntype: kubernetes.io/tls\n', 'SIGNING=§\n'],
  },
  {
    kind: 'storage account',
    make: (d) => `${d.of('base64', 86)}==`,
    tuned: [
      'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=§;EndpointSuffix=core.windows.net',
    ],
    held: ['Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=§'],
  },
  {
    kind: 'signed url',
    make: (d) => d.of('hex', 64),
    tuned: ['https://b.s3.amazonaws.com/x?X-Amz-Date=20260301T000000Z&X-Amz-Signature=§'],
    held: ['"url": "https://b.s3.amazonaws.com/x?X-Amz-Expires=900&X-Amz-Signature=§"'],
  },
  {
    kind: 'session cookie',
    make: (d) => d.of('mixed', 40),
    tuned: ['Cookie: theme=dark; session=§; lang=de\n'],
    held: [
      'Set-Cookie: sessionid=§; HttpOnly; Path=/\n',
      "curl --cookie 'auth_session=§' https://example.com",
    ],
  },
  {
    kind: 'wireguard',
    make: base64Key,
    tuned: ['[Interface]\nPrivateKey = §\nAddress = 10.0.0.2/32\n'],
    held: ['[Peer]\nPresharedKey = §\nAllowedIPs = 10.0.0.0/24\n'],
  },
  {
    kind: 'passphrase',
    make: (d) => `${d.pick(WORDS)} ${d.pick(WORDS)} ${d.pick(WORDS)} ${d.of('digits', 2)}`,
    tuned: ['passphrase: "§"\n'],
    held: ['"keyPassphrase": "§", "key": "a.pem"'],
  },
  {
    kind: 'marked by a person',
    make: (d) =>
      `<private>${d.pick(WORDS)} is what we call the ${d.pick(['customer', 'merger'])}</private>`,
    tuned: ['Please plan this. § Thanks.'],
    held: ['- step one\n- §\n- step two'],
  },
  {
    kind: 'typed behind an option',
    make: password,
    tuned: ['$ unzip -o -P § backup.zip', 'ldapsearch -x -D cn=admin,dc=acme -w § -b dc=acme'],
    held: [
      'keytool -importkeystore -srckeystore a.jks -srcstorepass § -destkeystore b.p12',
      'htpasswd -cb /etc/nginx/users ada §\n',
      "gh secret set DEPLOY_PASSWORD --repo acme/app --body '§'",
      'net use Z: \\\\nas01\\share /user:acme\\ada §\n',
    ],
  },
  {
    kind: 'told in a sentence',
    make: (d) => `${password(d)}${d.of('digits', 2)}`,
    tuned: ['The password is §, please keep it.'],
    held: ['the staging passphrase is `§`', 'Passwort: §\nDanach neu starten.'],
  },
  {
    kind: 'bot in its address',
    make: (d) => `${d.of('digits', 1).replace('0', '7')}${d.of('digits', 8)}:A${d.of('mixed', 34)}`,
    tuned: ['curl https://api.telegram.org/bot§/getMe'],
    held: ['const url = `https://api.telegram.org/bot§/sendMessage`'],
  },
]
