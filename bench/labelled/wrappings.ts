/** A secret and what stands around it. */
export type Parts = { before: string; secret: string; after: string }

/** What programs make of a text on its way into a session. */
export type Wrapping = { name: string; wrap: (parts: Parts) => Parts }

const every =
  (change: (text: string) => string) =>
  ({ before, secret, after }: Parts): Parts => ({
    before: change(before),
    secret: change(secret),
    after: change(after),
  })

const within =
  (head: string, tail: string) =>
  ({ before, secret, after }: Parts): Parts => ({
    before: head + before,
    secret,
    after: after + tail,
  })

const chain =
  (...steps: Wrapping['wrap'][]): Wrapping['wrap'] =>
  (parts) =>
    steps.reduce((changed, step) => step(changed), parts)

const escaped = every((text) => JSON.stringify(text).slice(1, -1))
const headed = within('see\n\t', '\nend')

/** Numbers or marks in front of every line, as `grep -n`, `cat -n` and `diff` write them. */
const prefixed = (prefix: (line: number) => string): Wrapping['wrap'] => {
  const change = (text: string): string => text.replace(/\n/g, `\n${prefix(12)}`)
  return chain(every(change), ({ before, ...rest }) => ({ before: prefix(11) + before, ...rest }))
}

/** As `grep --color` marks what it looked for. */
const coloured =
  (on: string, off: string): Wrapping['wrap'] =>
  ({ before, secret, after }) => ({ before: before + on, secret, after: off + after })

const ESC = '\u001b'
/** What some encoders of JSON write as numbers, so that a page may hold it. */
const numbered = every((text) =>
  text.replace(/[<>&='"]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
)

export const WRAPPINGS: readonly Wrapping[] = [
  { name: 'in JSON', wrap: chain(headed, escaped, within('{"stdout":"', '"}')) },
  {
    name: 'directly behind an escaped line end',
    wrap: within('{"stdout":"your token:\\n', '\\n"}'),
  },
  { name: 'directly behind an escaped tab', wrap: within('{"stdout":"a\\t', '\\tb"}') },
  {
    name: 'in JSON in JSON',
    wrap: chain(headed, escaped, within('{"stdout":"', '"}'), escaped, within('{"text":"', '"}')),
  },
  {
    name: 'in JSON with signs as numbers',
    wrap: chain(numbered, within('{"html":"\\u0022', '\\u0022"}')),
  },
  { name: 'coloured', wrap: coloured(`${ESC}[01;31m${ESC}[K`, `${ESC}[m${ESC}[K`) },
  {
    name: 'coloured in JSON',
    wrap: chain(coloured(`${ESC}[31m`, `${ESC}[0m`), escaped, within('{"stdout":"', '"}')),
  },
  { name: 'coloured by hand', wrap: coloured('\\033[1;32m', '\\033[0m') },
  {
    name: 'in an address',
    wrap: chain(
      every(encodeURIComponent),
      within('https://example.com/cb?state=%7B%22', '%22%7D&x=1'),
    ),
  },
  { name: 'numbered lines', wrap: prefixed((line) => `    ${line}\t`) },
  { name: 'lines with their file', wrap: prefixed((line) => `src/a.txt:${line}:`) },
  { name: 'added lines', wrap: prefixed(() => '+') },
  { name: 'removed lines', wrap: prefixed(() => '-') },
  {
    name: 'behind a carriage return',
    wrap: chain(
      every((text) => text.replace(/\n/g, '\r\n')),
      within('12 %\r', '\r'),
    ),
  },
]
