/** What a secret stands in: `before`, the secret, `after`. */
export type Context = {
  name: string
  around: (variable: string) => [before: string, after: string]
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Where rules were written and tuned against. */
export const TUNED_CONTEXTS: readonly Context[] = [
  { name: 'shell', around: (name) => [`$ export ${name}=`, '\n$ npm run deploy\n> deploy\n'] },
  { name: '.env', around: (name) => [`# production\nPORT=3000\n${name}=`, '\nDEBUG=false\n'] },
  {
    name: 'yaml',
    around: (name) => [`jobs:\n  build:\n    env:\n      ${name}: "`, '"\n    steps: []\n'],
  },
  { name: 'json', around: (name) => [`{"${name.toLowerCase()}": "`, '", "retries": 3}'] },
  { name: 'python', around: () => ['client = Client("', '", timeout=30)\nprint(client.ping())'] },
  {
    name: 'log',
    around: () => ['2026-03-01T10:00:01.221Z INFO upload: using ', ' for eu-west-1\n'],
  },
  {
    name: 'file listing',
    around: (name) => [`     1→PORT=80\n     2→${name}=`, '\n     3→HOST=0.0.0.0\n'],
  },
]

/** Held back: never looked at while rules were changed. */
export const HELD_CONTEXTS: readonly Context[] = [
  {
    name: 'curl',
    around: () => [
      'curl -sS -H "Authorization: Bearer ',
      '" https://api.example.com/v1/me | jq .id',
    ],
  },
  {
    name: 'diff',
    around: () => [
      "@@ -1,3 +1,3 @@\n import { run } from './run'\n-const key = load()\n+const key = '",
      "'\n export { key }",
    ],
  },
  {
    name: 'prose',
    around: () => [
      'I pasted it into the chat by mistake, it is ',
      ' and it should be rotated today.',
    ],
  },
  {
    name: 'url',
    around: () => ['GET https://api.example.com/v2/items?limit=20&key=', '&page=2 200 in 31 ms'],
  },
  {
    name: 'typescript',
    around: () => ['const client = createClient({\n  region,\n  auth: "', '",\n  retries: 2,\n})'],
  },
  {
    name: 'escaped json',
    around: () => [escaped('{"command": "deploy --with '), escaped(' --now", "id": 7}')],
  },
  {
    name: 'compose',
    around: (name) => [
      `services:\n  web:\n    environment:\n      - ${name}=`,
      '\n      - TZ=UTC\n',
    ],
  },
  { name: 'markdown', around: (name) => [`| name | value |\n|---|---|\n| ${name} | \``, '` |\n'] },
]
