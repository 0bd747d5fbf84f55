import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Sommer', 'Kranich', 'Tresor', 'Anker', 'Falke'] as const
const password = (d: Dice): string =>
  `${d.pick(WORDS)}${d.pick(['', '-', '_'])}${d.of('digits', 3)}${d.pick(['!', '?', '&'])}`
const generated = (d: Dice): string => d.of('mixed', 20 + d.int(16))

/** Passwords that a command line, a build file or a dictionary of cookies has in quotes of their own. */
export const QUOTED_KINDS: readonly PlacedKind[] = [
  {
    kind: 'password quoted behind an option',
    make: password,
    tuned: [
      "mysql -u root -p'§' shop\n",
      'mysqldump -uroot -p"§" shop > dump.sql\n',
      "curl -u admin:'§' https://example.com\n",
      'curl -s --user "admin":"§" https://example.com\n',
    ],
    held: [
      "mariadb -h db -p'§'\n",
      'mysqladmin -u root -p"§" ping\n',
      `curl -sSu ada:"§" https://example.com\n`,
      "wget -u 'ada':'§' https://example.com\n",
    ],
  },
  {
    kind: 'session in a dictionary of cookies',
    make: generated,
    tuned: [
      'requests.get(url, cookies={"sessionid": "§"})\n',
      "cookies = {\n    'theme': 'dark',\n    'PHPSESSID': '§',\n}\n",
    ],
    held: [
      'httpx.Client(cookies={"lang": "de", "session": "§"})\n',
      'cookies=dict(connect_sid="§")\n',
    ],
  },
  {
    kind: 'login of an analysis',
    make: generated,
    tuned: ['mvn sonar:sonar -Dsonar.login=§\n', "./gradlew sonar '-Dsonar.login=§'\n"],
    held: ['sonar.login=§\n', 'sonar-scanner -Dsonar.login="§"\n'],
  },
  {
    kind: 'password of a key store',
    make: password,
    tuned: ['release { storePassword "§" }\n', "storePassword('§')\n"],
    held: ["debug { storeFile file('a.jks'); keyPassword '§' }\n", 'keyPassword("§")\n'],
  },
  {
    kind: 'login quoted side by side',
    make: (d) => `${d.pick(['Z4un', 'Kr4n', 'T0re'])}${d.of('digits', 1)}${d.pick(['Wq', 'Lx'])}`,
    tuned: ['creds: bob / §\n', 'creds: bob / `§`\n'],
    held: ['credentials: bob / §\n', 'log in with "bob" / "§"\n'],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

/** What stands in the same places and is no secret. */
export const LOOK_ALIKES_OF_QUOTED: readonly LookAlike[] = [
  ...of(
    'quoted arguments',
    () => `mysql -u root -p"$MYSQL_PASS2" shop; mysql -p'' -e 'select 12'\n`,
    () => `run('mysql -u root -p'+password2+' shop'); "mysqldump -p" . $pw2 . " shop"\n`,
    () => `["mysql", "-p", "shop2024"], ["mysql", "-p"] or ["mysql2", "-p"]\n`,
    () => `curl -u "$USER2":"$PASS2" https://example.com; curl -u ada:'' https://example.com\n`,
    () => `"curl -u ada:"+pass2+" https://example.com/v2", "curl -u ada:","next2"\n`,
  ),
  ...of(
    'cookies by name',
    () => 'cookies={"sessionid": session_id2, "theme": "dark2024"}\n',
    () => 'cookies = {"sessionid": "your-session-id2", "lang": "de-DE2"}\n',
    (d) => `{"sessionId": "${d.of('hex', 32)}", "cookies": {"theme": "x9Tq77aaZpKw31LmQ4rT"}}\n`,
  ),
  ...of(
    'settings of an analysis',
    () => 'mvn sonar:sonar -Dsonar.login=$SONAR_TOKEN2 -Dsonar.host.url=http://localhost:9000\n',
    () => 'sonar.login=ada2024\nsonar.password=$SONAR_PASSWORD2\n',
    () => '-Dsonar.login=admin -Dsonar.projectKey=shop2024, sonar.login=ada2@example.com\n',
  ),
  ...of(
    'key stores of a build',
    () => 'storePassword System.getenv("KEYSTORE_PASSWORD2")\nkeyPassword "$keyPw2"\n',
    () => 'storePassword "android"; keyPassword("is required")\n',
    () => 'keyPassword(keystoreProperties["keyPassword2"] as String)\n',
  ),
]

/** The same, never tuned on. */
export const FRESH_LOOK_ALIKES_OF_QUOTED: readonly LookAlike[] = [
  ...of(
    'quoted arguments',
    () => `mariadb -p"\${DB_PASS2}" shop; echo 'mysql -p' 'mysql -u app2 -p'\n`,
    () => `curl --user "\${USER2}:\${PASS2}" https://example.com/v2 -H 'accept: text/html2'\n`,
  ),
  ...of(
    'cookies by name',
    () => `cookies={'sessionid': get_session2(), 'consent': 'accepted-2024'}\n`,
    () => 'cookies: { session: "[secret]", sid: "test-session-2" }\n',
  ),
  ...of(
    'logins side by side',
    () => 'creds: user / password, creds: api2/v2/users, credentials: client_id / client_secret2\n',
    () => 'login: GET /api/v2, login: step2 / step3, account: acme / eu-west-1\n',
  ),
]
