import type { LookAlike } from './look-alikes.ts'

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** Each in a text of its own: beside each other some would be a table. */
const ALSO_NONE = [
  'NAME     TOKEN\nci       <none>\n',
  'NAME   SECRET\nweb    database-credentials\n',
  'NAME    TYPE     DATA   AGE\ndb      Opaque   2      12d\n',
  'NAME   TOKEN COUNT\na      123456\n',
  'INVALID TOKEN\nsee the log\n',
  'kubectl get secret -o custom-columns=NAME:.metadata.name,TOKEN:.data.token\nNo resources found\n',
  'kubectl create token ci\nerror: failed to create token\n',
  'TOKEN   KIND\nwhile   keyword\nfunction   keyword\n',
  'NAME   PASSWORD\ndb     ********\n',
  'and / or\n',
  'src / components\n',
  'client / server\n',
  'https://acme.dev/a / b\n',
  'node / v20.1.2\n',
  '100 / 2500\n',
  'ada / engineering\n',
  'bob / alice\n',
  'linux / x86_64\n',
  'Berlin / 10115\n',
  'log in as bob with your password\n',
  'log in as bob with the new client\n',
  'sign in as admin with SSO\n',
  'log in with google and github\n',
  'connect as root with sudo\n',
  'logged in as ada with 3 sessions\n',
  'login as the user with id 4711\n',
  'authenticate as svc with OAuth2\n',
  'lftp -u user files.acme.dev\n',
  'lftp -u "$USER,$PASS" files.acme.dev\n',
  'lftp -u $FTP_USER,$FTP_PASSWORD files.acme.dev\n',
  'lftp -u user,<password> files.acme.dev\n',
  'echo SGVsbG8gd29ybGQgZnJvbSB0aGUgdGVzdA== | base64 -d\n',
  'echo eyJuYW1lIjoiYWRhIiwiYWdlIjozNn0= | base64 -d\n',
  'base64 -d <<< aGVsbG8gd29ybGQ=\n',
  'atob("SGVsbG8gd29ybGQ=")\n',
  'const greeting = "Hello" + "World"\n',
  'const path = "src" + "/" + "index"\n',
  'token = "access" + "_" + "token"\n',
  'const tokenName = "refresh" + "Token"\n',
  'msg = ("the first part of a sentence"\n       "and the second")\n',
  'names = [\n  "alpha1",\n  "beta2"\n]\n',
  'password = ""\n',
  'const password = ""\n',
  'secret: "",\n',
  '{"tok\\u0065n": null}',
  '{"pass\\u0077ord": ""}',
  '{"\\u0070assword":"string"}',
  'p%61ssword=&user=ada\n',
  '?next=%2Fdevice\n',
  'https://acme.dev/join?ref=newsletter\n',
  '/join?team=harbour\n',
  'https://acme.dev/device\n',
  'enter the code below\n',
  'error code: E-1234\n',
  'status code NOT-FOUND\n',
  'country code US-EAST\n',
  'HTTP-CODE FAIL-OVER\n',
  'user_code: string\n',
  'device_code: z.string()\n',
  'device_code is missing\n',
  'const deviceCode = await client.start()\n',
  'token:\n      "expires_in": 3600\n',
  'password:\n    "description": "the password of the user"\n',
  'const password =\n    "The password must have 8 characters"\n',
  'const token =\n      "request-token-v2"\n',
  'secret =\n    "projects/a/secrets/b"\n',
  'const secretName =\n    "prod/db/credentials"\n',
  'export const password =\n  process.env.PASSWORD\n',
  'token: config.getaccesstokenxy\n',
  'TOKEN A B\nx y z\n',
  'SECRET SANTA LIST\nann   bob\n',
  'YOUR API TOKEN\nis shown once\n',
  '| user / group |\n',
  'tcp / 5432\n',
  'App / Settings / Token\n',
  'read / write\n',
  'GET / 200\n',
  'yes / no / cancel\n',
  'admin / user roles\n',
  'root / wheel\n',
  'python3 -c "import base64; print(base64.b64decode(data))"\n',
  'printf hello | base64 -d\n',
  'Buffer.from("aGVsbG8gd29ybGQgaGVsbG8=", "base64")\n',
]

/** What stands where such secrets stand, and is none. */
export const LOOK_ALIKES_OF_EVERYDAY: readonly LookAlike[] = [
  ...of(
    'everyday',
    () => 'https://lore.example.com/join?token=TOKEN2 and /join?token=<token2>, /sign-in?token=…\n',
    () => 'The page is HTTP-HTML; codes are of the form XXXX-XXXX, status code HTTP-2.\n',
    () =>
      'device_code: string().min(20); user_code: deviceCodeSchema2, deviceCode2 = newSecret()\n',
    (d) => `NAME      READY   STATUS    AGE\nweb-${d.of('lower', 5)}   1/1     Running   12d\n`,
    (d) => `NAME   TOKENS   SHA\nrun-1   ${d.of('digits', 4)}   ${d.of('hex', 40)}\n`,
    () =>
      'kubectl get secrets -o custom-columns=NAME:.metadata.name,TOKEN:.data.token\nNAME   TOKEN\ndefault2   <none>\n',
    () =>
      'lftp -u "$USER,$PASS_2" example.com; lftp -u anonymous, ftp.example.com; lftp -u ada,xxx2 host\n',
    () =>
      'log in as bob with the password from step2; sign in as ada with Google2 or with SAML-2.0\n',
    () => 'Log in as admin with two-factor2 on, log in as ada with your SSO account (v2.1).\n',
    () => 'src / main2, TCP / IPv4, client / server2, ada / bob-2, 12 / 24h, web / api-v2\n',
    () => 'The routes are admin / users2 and admin / settings. Reviewed by ada / bob2.\n',
    () => 'const label = "password" + "-" + "field2"; t("token" + ".title2"); "secret" + index2\n',
    () =>
      'password = "must have " + min2 + " characters"; tokenUrl = "https://example.com/" + "v2"\n',
    () => '{"pass\\u0077ord": "string"} {"pass\\u0077ord_hint":"the dog of ada2"} na%6De=ada2\n',
    () => 'echo aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91IDI/ | base64 -d\n',
    (d) => `echo ${btoa(`{"level":"info","n":${d.of('digits', 4)}}`)} | base64 -d | jq .\n`,
    ...ALSO_NONE.map((text) => () => text),
    (d) =>
      `echo ${btoa(`<svg width="${d.of('digits', 3)}" height="4"></svg>`)} | base64 -d > a.svg\n`,
  ),
]

/** Held back: written before the rules were looked at. */
export const FRESH_LOOK_ALIKES_OF_EVERYDAY: readonly LookAlike[] = [
  ...of(
    'everyday',
    () =>
      'Open /join?token=… from the mail; the link looks like https://HOST/join?token=YOUR_TOKEN2\n',
    () => 'error code: ENOENT-2, code RFC-8628, country code: GB-SCT, code: STRICT-MODE\n',
    () =>
      'grant_type=urn:ietf:params:oauth:grant-type:device_code and the field user_code (string)\n',
    (d) =>
      `NAMESPACE   NAME      DATA   AGE\nshop        web-tls   ${d.of('digits', 1)}      ${d.of('digits', 2)}d\n`,
    (d) => `MODEL   TOKENS   COST\nopus-4   ${d.of('digits', 6)}   1.${d.of('digits', 2)}\n`,
    () => 'TOKEN     KIND\nIdentifier   word2\nNumber       literal\n',
    () =>
      'lftp -u deploy, sftp://example.com; lftp -u deploy,$(cat pass2) host; open -u ada ftp2.example.com\n',
    () =>
      'I am logged in as carol with Firefox2; sign in as dave with a passkey, as erin with GitHub\n',
    () => 'We log in as root with ssh-ed25519 keys; log in as ada with --verbose-2\n',
    () => 'read / write2, dev / staging-1, 3 / 4, before / after-2, Linux / macOS-14, on / off\n',
    () => 'carol / dave2 pair today. feature / bugfix-12, user / group1000, km / h2\n',
    () => 'const name = "user" + "-" + id2; class = "btn " + "btn-primary2"; "token" + "s2"\n',
    () => 'message = "The password " + "is too short, " + "use 12 or more2"\n',
    () => '{"user\\u006eame": "ada-lovelace-2"} {"to\\u006ben_type":"Bearer"} path=a%2Fb2\n',
    (d) => `echo ${btoa(`line one of the log, number ${d.of('digits', 4)}`)} | base64 --decode\n`,
    (d) =>
      `base64 -d <<< ${btoa(`name: web\nreplicas: ${d.of('digits', 2)}\nport: 80`)} > a.yaml\n`,
    (d) =>
      `base64 -d <<EOF > hello.txt\n${btoa(`hello to all of you, and to ${d.of('digits', 3)} more`)}\nEOF\n`,
  ),
]
