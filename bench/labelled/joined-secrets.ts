import type { Dice } from './dice.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

const WORDS = ['Sommer', 'Kranich', 'Tresor', 'Anker', 'Falke', 'Wolke'] as const
const password = (d: Dice): string =>
  `${d.pick(WORDS)}${d.pick(['', '-', '_'])}${d.of('digits', 3)}${d.pick(['!', '?', ''])}`
const generated = (d: Dice): string => d.of('mixed', 20 + d.int(16))
/** As somebody writes one that is too long for a line, or should not be found. */
const joined =
  (glue: string) =>
  (d: Dice): string =>
    [d.of('mixed', 9), d.of('mixed', 8), d.of('mixed', 7)].join(glue)
const codedNote = (d: Dice): string =>
  btoa(
    d.pick([
      `DB_PASSWORD=${password(d)}\n`,
      `machine example.com login ada password ${password(d)}\n`,
      `{"user":"ada","password":"${password(d)}"}`,
      `ada:${password(d)}`,
    ]),
  )

/** Secrets that are put together, whose names have escapes, or that a command decodes. */
export const JOINED_KINDS: readonly PlacedKind[] = [
  {
    kind: 'string put together with plus',
    make: joined('" + "'),
    tuned: [
      'const password = "§"\n',
      'String apiKey = "§";\n',
      'client.setToken("§")\n',
      '"api_key": "§",\n',
      'os.environ["API_TOKEN"] = "§"\n',
    ],
    held: [
      'let clientSecret = "§";\n',
      'val dbPassword = "§"\n',
      'db.connect(password="§")\n',
      'private static final String SECRET_KEY = "§";\n',
      '{ authToken: "§" }\n',
    ],
  },
  {
    kind: 'string put together otherwise',
    make: joined("' . '"),
    tuned: ["$password = '§';\n", "define('DB_PASSWORD', '§');\n"],
    held: ["$api_key = '§';\n", "'secret' => '§',\n"],
  },
  {
    kind: 'string in pieces side by side',
    make: joined('"\n    "'),
    tuned: [
      'password = ("§")\n',
      'API_KEY = (\n    "§"\n)\n',
      'static const char *secret_key = "§";\n',
    ],
    held: [
      'token = (\n    "§"\n)\n',
      'client_secret: "§"\n',
      'const char password[] =\n    "§";\n',
    ],
  },
  {
    kind: 'string put together over lines',
    make: joined("' +\n  '"),
    tuned: ["const token = '§'\n", "apiKey: '§',\n"],
    held: ["export const accessToken =\n  '§'\n", "config.password = '§';\n"],
  },
  {
    kind: 'string glued by a shell or a database',
    make: joined(`""`),
    tuned: ['export API_TOKEN="§"\n', 'PASSWORD="§"\n'],
    held: ['DB_PASSWORD="§" npm start\n', 'SECRET_KEY="§"\n'],
  },
  {
    kind: 'name of a field with escapes',
    make: generated,
    tuned: [
      '{"pass\\u0077ord": "§"}',
      '{"\\u0070assword":"§"}',
      '{"api\\u005fkey": "§"}',
      '{"client\\u005Fsecret": "§"}',
      '{"p\\x61ssword": "§"}',
      '"to\\u006ben" : "§"\n',
      'pass%77ord=§&user=ada\n',
      'api%5Fkey=§\n',
      '{\\"pass\\\\u0077ord\\": \\"§\\"}',
      '&quot;password&quot;:&quot;§&quot;\n',
    ],
    held: [
      '{"user":"ada","passwor\\u0064":"§"}',
      '{"\\u0074\\u006f\\u006b\\u0065\\u006e":"§"}',
      "{'sec\\x72et': '§'}",
      '{"access\\u005ftoken": "§"}',
      '{ "\\u0061pi_key" : "§" }',
      'client%5Fsecret=§&grant_type=x\n',
      '&#34;token&#34;: &#34;§&#34;\n',
      '{\\"api\\\\u005fkey\\":\\"§\\"}',
      '{"pass\\u{77}ord": "§"}',
      'user=ada&p%61ssword=§\n',
    ],
  },
  {
    kind: 'blob piped into a decoder',
    make: codedNote,
    tuned: [
      'echo § | base64 -d\n',
      "echo '§' | base64 -d > .env\n",
      'echo "§" | base64 --decode | sh\n',
      'printf %s § | base64 -d\n',
      'base64 -d <<< "§" > ~/.netrc\n',
      'base64 -d <<EOF\n§\nEOF\n',
      'echo -n § | openssl base64 -d -A\n',
      'echo § | base64 -D | tee .env\n',
      'x=$(echo § | base64 -d)\n',
      'echo §|base64 -d\n',
    ],
    held: [
      "printf '%s' '§' | base64 --decode\n",
      '$ echo "§" | base64 -d | jq .\n',
      'cat <<EOF | base64 -d > .env\n§\nEOF\n',
      'ssh web "echo § | base64 -d > .env"\n',
      'RUN echo § | base64 -d > /root/.netrc\n',
      'base64 --decode <<< §\n',
      'echo § | openssl enc -base64 -d\n',
      'echo -n "§" | base64 -di\n',
      'echo § | tr -d "\\n" | base64 -d\n',
      'python3 -c "import base64; print(base64.b64decode(\'§\'))"\n',
    ],
  },
]
