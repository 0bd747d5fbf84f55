import type { Dice } from './dice.ts'
import type { LookAlike } from './look-alikes.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Sommer', 'Kranich', 'Tresor', 'Anker', 'Falke'] as const
const password = (d: Dice): string =>
  `${d.pick(WORDS)}${d.of('digits', 4)}${d.pick(['!', '#', ''])}`
const generated = (d: Dice): string => d.of('mixed', 24 + d.int(12))
const uuid = (d: Dice): string => [8, 4, 4, 4, 12].map((length) => d.of('hex', length)).join('-')

/** Secrets that code and statements hand on: what they are stands elsewhere than beside them. */
export const HANDED_KINDS: readonly PlacedKind[] = [
  {
    kind: 'value inserted into a column',
    make: password,
    tuned: [
      "INSERT INTO users (id, email, password, role) VALUES (1, 'a@example.com', '§', 'admin');\n",
      "insert into `accounts` (`id`,`login`,`passwd`) values (7,'ada','§');\n",
      "INSERT INTO dbo.Logins (UserName, Pwd) VALUES (N'ada', N'§')\n",
      "INSERT INTO users (name, password, at) VALUES\n  ('O''Brien, Ann', NULL, now()),\n  ('Bob', '§', now());\n",
    ],
    held: [
      "REPLACE INTO settings (user_id, smtp_password, theme) VALUES (4, '§', 'dark')\n",
      "cur.execute('''INSERT INTO users (name, password) VALUES ('ada', '§')''')\n",
      'insert into "public"."users" ("id", "password")\nselect 1, 2;\nINSERT INTO users (password, name) VALUES (\'§\', \'ada\');\n',
    ],
  },
  {
    kind: 'key inserted into a column',
    make: generated,
    tuned: ["insert into clients(name, secret) values ('web', '§');\n"],
    held: ["INSERT INTO oauth (id, client_secret, uri) VALUES (1, '§', 'https://a.example/cb');\n"],
  },
  {
    kind: 'hash inserted into a column',
    make: (d) => `$2b$12$${d.of('mixed', 53)}`,
    tuned: ["INSERT INTO users (email, password_hash) VALUES ('a@example.com', '§');\n"],
    held: ['id,email,password\n1,a@example.com,§\n'],
  },
  {
    kind: 'value copied into a column',
    make: password,
    tuned: ['COPY public.users (id, password, name) FROM stdin;\n1\t§\tada\n\\.\n'],
    held: ['COPY users (password, email, at) FROM stdin;\n§\ta@example.com\t2026-01-01\n\\.\n'],
  },
  {
    kind: 'password handed to a function',
    make: password,
    tuned: [
      'requests.get(url, auth=("ada", "§"))\n',
      'req.SetBasicAuth("ada", "§")\n',
      "smtp.login('ada@example.com', '§')\n",
      "$pdo = new PDO('mysql:host=db;dbname=x', 'root', '§');\n",
      'conn = DriverManager.getConnection(url, "app", "§");\n',
      "bcrypt.hash('§', 10)\n",
      'dataSource.setPassword("§");\n',
      "'password' => env('DB_PASSWORD', '§'),\n",
      'PASSWORD = os.getenv("SMTP_PASSWORD", "§")\n',
    ],
    held: [
      'HTTPBasicAuth("ada", "§")\n',
      'new NetworkCredential("ada", "§")\n',
      "mysqli_connect('localhost', 'root', '§', 'shop');\n",
      'User.objects.create_superuser("ada", "a@example.com", "§")\n',
      'bcrypt.compareSync("§", stored)\n',
      "password_verify('§', $row)\n",
      'os.environ.get("DB_PASSWORD", "§")\n',
    ],
  },
  {
    kind: 'key handed to a function',
    make: generated,
    tuned: [
      "jwt.sign({ sub: 1 }, '§', { expiresIn: '1h' })\n",
      'hmac.new(b"§", body, hashlib.sha256)\n',
      "crypto.createHmac('sha256', '§').update(body)\n",
      'var jwtKey = []byte("§")\n',
    ],
    held: [
      'jwt.encode(payload, "§", algorithm="HS256")\n',
      "createCipheriv('aes-256-cbc', '§', iv)\n",
      'Fernet(b"§")\n',
    ],
  },
  {
    kind: 'password typed into a page',
    make: password,
    tuned: [
      "await page.fill('#password', '§')\n",
      "await page.getByLabel('Password').fill('§')\n",
      "cy.get('input[name=password]').type('§')\n",
      'driver.find_element(By.ID, "password").send_keys("§")\n',
    ],
    held: [
      "fill_in 'Password', with: '§'\n",
      "await userEvent.type(screen.getByLabelText(/password/i), '§')\n",
      "$('#passwd').setValue('§')\n",
    ],
  },
  {
    kind: 'password of a driver',
    make: password,
    tuned: [
      'Driver={ODBC Driver 18 for SQL Server};Server=db;Uid=app;Pwd={§};\n',
      'app:§@tcp(db:3306)/shop?parseTime=true\n',
      'rabbitmqctl add_user ada §\n',
      'cypher-shell -u neo4j -p § "RETURN 1"\n',
      'ada : EAP "§"\n',
    ],
    held: [
      'net user ada § /add\n',
      'rabbitmqctl -n rabbit@a change_password ada §\n',
      "CREATE LOGIN app WITH PASSWORD = N'§', CHECK_POLICY = OFF;\n",
      'rootpw §\n',
    ],
  },
  {
    kind: 'password with a dot',
    make: (d) => `${d.of('mixed', 4)}q.R7${d.of('mixed', 3)}2Uu`,
    tuned: ['DB_PASS="§" npm run migrate\n', 'password: "§"\n', 'map[password:§ user:app]\n'],
    held: ['export PGPASSWORD="§"\n', 'login_password = "§"\n'],
  },
  {
    kind: 'password of a dump',
    make: password,
    tuned: [
      '["user"]=>\n  string(3) "app"\n  ["password"]=>\n  string(13) "§"\n',
      '-[ RECORD 1 ]------\nid       | 1\npassword | §\n',
      '<setting name="SmtpPassword" serializeAs="String">\n    <value>§</value>\n',
      '"password" -> "§"\n',
    ],
    held: ["ENV['SMTP_PASSWORD'] ||= '§'\n"],
  },
  {
    kind: 'identity that is the secret',
    make: uuid,
    tuned: ['AccessorID:       4f8a1c9e\nSecretID:         §\nDescription:      ci\n'],
    held: ['Accessor ID  = 4f8a1c9e\nSecret ID    = §\nName         = ci\n'],
  },
  {
    kind: 'address that lets in',
    make: (d) => d.of('lower', 26),
    tuned: ['curl -d @a.json https://chat.example.com/hooks/§\n'],
    held: ['"url": "https://talk.example.org/hooks/§"'],
  },
]

const of = (family: string, ...makers: LookAlike['make'][]): LookAlike[] =>
  makers.map((make) => ({ family, make }))

export const LOOK_ALIKES_OF_HANDED: readonly LookAlike[] = [
  ...of(
    'statements',
    () => 'INSERT INTO users (email, password) VALUES ($1, $2), (?, ?), (:email, :password2)\n',
    () => "INSERT INTO users (name, password_changed_at) VALUES ('ada', '2026-01-02 10:00:00');\n",
    (d) => `INSERT INTO commits (sha, token_count) VALUES ('${d.of('hex', 40)}', 1523);\n`,
    () => "INSERT INTO users (email, password, role) VALUES ('a@b.example', NULL, 'admin2');\n",
    (d) => `INSERT INTO tokens (id, token_type) VALUES ('${d.of('hex', 32)}', 'bearer2');\n`,
    () => 'COPY public.users (id, password, name) FROM stdin;\n1\t\\N\tBob2\n\\.\n',
    (d) =>
      `INSERT INTO files (path, password_hint, md5) VALUES ('a2', 'dog', '${d.of('hex', 32)}')\n`,
  ),
  ...of(
    'calls',
    () => 'requests.get(url, auth=(user2, password2)); req.SetBasicAuth(user, pass2)\n',
    () => "await page.fill('#password', process.env.PW2); await page.fill('#name', 'Ada2024!')\n",
    () => "cy.get('#password').should('be.visible2'); cy.get('#name').type('Chapter12!')\n",
    () => "jwt.sign(payload, secret2, { algorithm: 'RS256' }); jwt.verify(token, publicKey2)\n",
    () => "crypto.createHmac('sha256', webhookSecret2); createCipheriv('aes-256-gcm', key2, iv)\n",
    () => 'bcrypt.compare(password2, user.passwordHash); bcrypt.hash(password, 12)\n',
    () => 'password = password.encode("latin1"); token = value.decode("utf-8")\n',
    () => "login('/users', 'GET2'); client.auth(user, options2); app.login('admin', 'user2')\n",
    (d) => `api/hooks/useQuery2 /hooks/${d.of('hex', 40)} src/hooks/useOauth2TokenRefresh\n`,
  ),
]

export const FRESH_LOOK_ALIKES_OF_HANDED: readonly LookAlike[] = [
  ...of(
    'statements',
    () => "INSERT INTO posts (title, body) VALUES ('password2024!', 'How to choose one');\n",
    () => 'INSERT INTO users (name, password) SELECT name2, crypt2(password) FROM old;\n',
    () => "insert into keys (key, value) values ('theme', 'dark2024'), ('lang', 'de2');\n",
    (d) => `COPY public.files (id, sha256) FROM stdin;\n1\t${d.of('hex', 64)}\n\\.\n`,
  ),
  ...of(
    'calls',
    () => "fill_in 'Name', with: 'Ada99!'; fill_in 'Password', with: user.password2\n",
    () => 'new NetworkCredential(user2, GetPassword2()); mysqli_connect($host2, $user2, $pass2)\n',
    () => 'os.environ.get("DB_PASSWORD", ""); os.getenv("TOKEN_FILE2", "/run/secrets/token2")\n',
    () => 'Buffer.from("image:png2"); btoa("utf8:text2"); []byte("key:value2")\n',
    () => "expect(bcrypt.hash('', 10)).rejects; jwt.decode(token2, { complete: true })\n",
  ),
]
