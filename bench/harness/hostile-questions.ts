import { createRandom, type Random } from './random.ts'

export type HostileQuestion = { kind: string; text: string }

const WORDS =
  'lock file dead process retry upload parseArgs src/engine/lock.ts ERR_LOCK_HELD café naïve 漢字 日本語 سلام שלום 🌍 👩‍👩‍👧 v2.0.1 a0f3c9e the of'.split(
    ' ',
  )
const OPERATORS =
  '& | ! <-> <3> ( ) :* " \' -- /* */ ; $1 $$ \\ % _ * ? + - or and not OR NEAR ~ ^ @@ :: {} [] <> = # ,'.split(
    ' ',
  )
const FILTERS =
  'type: file: tool: project: author: concept: branch: before: after: session: -type: -file: unknown: TYPE: type:"'.split(
    ' ',
  )
const VALUES =
  "decision message src/** ../../etc * % 2026-01-01 yesterday 9999-99-99 -1 '' \" ses_01 ses_zzzzzzzzzzzzzzzzzzzzzzzzzz null undefined NaN".split(
    ' ',
  )
/** What decodes to something that no text column holds, or to no text at all. */
const ENCODED =
  '%00 %ff % %25 %0a %7f %2f%2e%2e %ed%a0%80 %c3%28 %e2%82 %u0000 %%30%30 &#0; \\u0000'.split(' ')
const ADDRESSES =
  'file: https://git.test/ http:// git@git.test:acme/ ssh://git@git.test/ git.test:'.split(' ')
const SQL = [
  "'; drop table teamlore.documents; --",
  "' or '1'='1",
  '1); select pg_sleep(30); --',
  "' union select null, version() --",
  '$1::tsquery',
  "E'\\\\x00'",
  "to_tsquery('a & b')",
  '\\copy teamlore.users to /tmp/x',
]
const CHARACTERS = [
  '\u0000',
  '\u202e',
  '\u200f',
  '\ufeff',
  '\u0301',
  '\ud800',
  '\udfff',
  '\uffff',
  '\u2028',
  '\n',
  '\t',
  '\r',
]

const many = (random: Random, most: number, make: () => string, glue = ' '): string =>
  Array.from({ length: 1 + random.int(most) }, make).join(glue)

const anyCharacter = (random: Random): string =>
  String.fromCodePoint(random.int(random.int(4) === 0 ? 0x10_ffff : 0x3000))

const KINDS: Record<string, (random: Random) => string> = {
  words: (random) => many(random, 12, () => random.pick(WORDS)),
  operators: (random) =>
    many(random, 30, () => random.pick([...OPERATORS, ...WORDS]), random.pick([' ', ''])),
  quotes: (random) =>
    many(
      random,
      20,
      () => random.pick(['"', "'", '“', '”', '„', '`', ...WORDS]),
      random.pick([' ', '']),
    ),
  filters: (random) =>
    many(random, 8, () => random.pick(FILTERS) + random.pick([...VALUES, ...WORDS])),
  values: (random) =>
    `${random.pick(['type:', 'tool:', '-tool:', 'concept:', 'branch:'])}${many(random, 4_000, () => random.pick(WORDS), ',')} lock`,
  encoded: (random) =>
    many(
      random,
      6,
      () =>
        random.pick(['', ...FILTERS]) +
        random.pick(['', ...ADDRESSES]) +
        many(random, 4, () => random.pick([...ENCODED, ...WORDS]), ''),
    ),
  negations: (random) => many(random, 20, () => `-${random.pick(WORDS)}`),
  sql: (random) => many(random, 4, () => random.pick([...SQL, ...WORDS])),
  characters: (random) => many(random, 40, () => random.pick([...CHARACTERS, ...WORDS]), ''),
  unicode: (random) => many(random, 60, () => anyCharacter(random), ''),
  numbers: (random) => many(random, 20, () => String(random.next() * 10 ** random.int(300))),
  nested: (random) =>
    `${'('.repeat(random.int(2_000))}${random.pick(WORDS)}${')'.repeat(random.int(2_000))}`,
  repeated: (random) => `${random.pick([...WORDS, ...OPERATORS])} `.repeat(random.int(3_000)),
  paths: (random) =>
    many(random, 200, () => random.pick(WORDS), random.pick(['/', '.', '\\', '::', '_'])),
  long: (random) =>
    random
      .pick([...WORDS, ...OPERATORS, '"', '\u0000'])
      .repeat(1 + random.int(random.int(50) === 0 ? 1_000_000 : 9_000)),
  nothing: (random) => random.pick(['', ' ', '\n\n', '""', '-', '- -', '…', '()', 'or', 'type:']),
}

/** Things somebody may type or send, the same for the same seed: markup, operators, broken characters, far too much. */
export function* hostileQuestions(count: number, seed = 11): Generator<HostileQuestion> {
  const random = createRandom(seed)
  const kinds = Object.keys(KINDS)
  for (let at = 0; at < count; at++) {
    const kind = kinds[at % kinds.length] ?? 'words'
    yield { kind, text: KINDS[kind]?.(random) ?? '' }
  }
}
