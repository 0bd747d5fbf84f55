import type { Block, IngestMessage, IngestSession } from '@teamlore/shared'
import { readTextParts } from './text-parts.ts'

export type QuestionKind =
  | 'current'
  | 'past'
  | 'failed'
  | 'constraint'
  | 'command'
  | 'contra'
  | 'stale'
  | 'none'

export type History = {
  project: string
  name: string
  file: string
  /** By their marks: D1, D2, F, C, K, E1, E2, X1, X2. */
  said: ReadonlyMap<string, string>
  questions: readonly { kind: QuestionKind; text: string }[]
  half: 'fitted' | 'unseen'
}

export const readHistories = (): History[] =>
  readTextParts('histories').map(({ part, name, place }) => historyOf(part, name, place))

const historyOf = (part: string, project: string, place: number): History => {
  const [head = '', ...lines] = part.trim().split('\n')
  const [name = '', file = ''] = head.split(' | ')
  const said = new Map<string, string>()
  const questions: { kind: QuestionKind; text: string }[] = []
  for (const line of lines) {
    const [mark = '', ...words] = line.split(' ')
    if (mark === 'Q')
      questions.push({ kind: words[0] as QuestionKind, text: words.slice(1).join(' ') })
    else said.set(mark, words.join(' '))
  }
  return { project, name, file, said, questions, half: place % 2 === 0 ? 'fitted' : 'unseen' }
}

/** What answers a question, and what was so before and would answer it wrongly. */
export const goldOf = (kind: QuestionKind): { gold: string[]; stale: string[] } => {
  switch (kind) {
    case 'current':
      return { gold: ['D2'], stale: ['D1'] }
    case 'past':
      return { gold: ['D1'], stale: ['D2'] }
    case 'stale':
      return { gold: ['E2'], stale: ['E1'] }
    case 'failed':
      return { gold: ['F'], stale: [] }
    case 'constraint':
      return { gold: ['C'], stale: [] }
    case 'command':
      return { gold: ['K'], stale: [] }
    case 'contra':
      return { gold: ['X1', 'X2'], stale: [] }
    case 'none':
      return { gold: [], stale: [] }
  }
}

const DAY_MS = 86_400_000
const BEGUN = Date.UTC(2026, 0, 5, 9)
/** Days between the sessions of a history; histories of a project begin some days apart. */
const SESSION_DAYS = [0, 21, 49, 77]

const dayOf = (place: number, session: number): number =>
  BEGUN + (place * 3 + (SESSION_DAYS[session] ?? 0)) * DAY_MS

/** A time at which the first decision still held. */
export const beforeChange = (place: number): string =>
  new Date(dayOf(place, 2) - 2 * DAY_MS).toISOString()

type Turn =
  | { by: 'human' | 'assistant'; text: string }
  | { by: 'tool'; name: string; input: Record<string, string>; output: string }

const TALK: readonly Turn[][] = [
  [
    { by: 'human', text: 'Please run the linter over what you touched.' },
    {
      by: 'tool',
      name: 'Bash',
      input: { command: 'npm run lint' },
      output: 'Checked 41 files. No problems.',
    },
    { by: 'assistant', text: 'The linter is content.' },
  ],
  [
    { by: 'human', text: 'Can you rename the variable tmp in that function? It is confusing.' },
    { by: 'assistant', text: 'Renamed it.' },
  ],
  [
    { by: 'human', text: 'Thanks. What is left on the list?' },
    {
      by: 'assistant',
      text: 'Two smaller things: a comment that is out of date, and a test name with a typo.',
    },
  ],
  [
    { by: 'human', text: 'Are the tests green?' },
    {
      by: 'tool',
      name: 'Bash',
      input: { command: 'npm test' },
      output: 'Tests: 212 passed, 212 total',
    },
    { by: 'assistant', text: 'All 212 pass.' },
  ],
  [
    { by: 'human', text: 'Commit this, please, with a short message.' },
    { by: 'tool', name: 'Bash', input: { command: 'git commit -qm "Tidy"' }, output: '' },
    { by: 'assistant', text: 'Committed.' },
  ],
]

const topicOf = ({ name }: History): string => name.replaceAll('-', ' ')

/** What a person settles, and the agent does. */
const settled = (history: History, said: string): Turn[] => [
  {
    by: 'human',
    text: `About the ${topicOf(history)}: we settled this today. ${said} Please change ${history.file} accordingly.`,
  },
  { by: 'tool', name: 'Edit', input: { file_path: history.file }, output: 'The file was updated.' },
  { by: 'assistant', text: `Done, ${history.file} does it that way now.` },
]

/** What the agent finds out by looking. */
const foundOut = (history: History, said: string, question: string): Turn[] => [
  { by: 'human', text: question },
  {
    by: 'tool',
    name: 'Read',
    input: { file_path: history.file },
    output: `// ${history.file}\nexport const run = () => undefined`,
  },
  { by: 'assistant', text: `I looked into ${history.file}. ${said}` },
]

const repeated = (said: string): Turn[] => [
  { by: 'human', text: `Keep this in mind for the rest: ${said}` },
  { by: 'assistant', text: 'Understood, I will keep to it.' },
]

const measured = (history: History, said: string): Turn[] => [
  { by: 'human', text: `Measure the ${topicOf(history)} once, please.` },
  { by: 'tool', name: 'Bash', input: { command: 'npm run measure' }, output: 'done' },
  { by: 'assistant', text: said },
]

/** "Ruth: an empty search …" is what somebody says who is not there. */
const reported = (said: string): Turn[] => {
  const [who = '', ...rest] = said.split(': ')
  return [
    { by: 'human', text: `${who} says about this that ${rest.join(': ')}` },
    { by: 'assistant', text: 'I take note of that.' },
  ]
}

const sessionsOf = (history: History, place: number): Turn[][] => {
  const { said } = history
  const of = (mark: string, make: (text: string) => Turn[]): Turn[] => {
    const text = said.get(mark)
    return text === undefined ? [] : make(text)
  }
  const decide = (text: string): Turn[] =>
    place % 3 === 0
      ? foundOut(
          history,
          text,
          `How do we do the ${topicOf(history)}, and is ${history.file} right about it?`,
        )
      : settled(history, text)
  const talk = (n: number): Turn[] => TALK[(place * 4 + n) % TALK.length] ?? []
  return [
    [...talk(0), ...of('D1', decide), ...of('E1', (text) => measured(history, text)), ...talk(1)],
    [
      ...of('F', (text) =>
        foundOut(history, text, `Could the ${topicOf(history)} not be done in another way?`),
      ),
      ...talk(2),
      ...of('X1', reported),
    ],
    [...of('D2', (text) => settled(history, text)), ...of('C', repeated), ...talk(3)],
    [
      ...talk(4),
      ...of('K', (text) =>
        foundOut(history, text, 'I keep forgetting the command. Which one was it?'),
      ),
      ...of('E2', (text) => measured(history, text)),
      ...of('X2', reported),
    ],
  ]
}

const blocksOf = (turn: Turn, id: string): Block[][] =>
  turn.by === 'tool'
    ? [
        [{ type: 'tool_call', id, name: turn.name, input: turn.input }],
        [{ type: 'tool_result', tool_call_id: id, text: turn.output, is_error: false }],
      ]
    : [[{ type: 'text', text: turn.text }]]

const messagesOf = (turns: readonly Turn[], begun: number): IngestMessage[] =>
  turns
    .flatMap((turn, n) =>
      blocksOf(turn, `call-${n}`).map((blocks, part) => ({
        blocks,
        kind: turn.by === 'tool' ? (part === 0 ? 'assistant' : 'tool_result') : turn.by,
      })),
    )
    .map(({ blocks, kind }, ordinal) => ({
      key: `m${ordinal}`,
      parent_key: ordinal === 0 ? null : `m${ordinal - 1}`,
      ordinal,
      ts: new Date(begun + ordinal * 20_000).toISOString(),
      role: kind === 'human' ? 'user' : kind === 'assistant' ? 'assistant' : 'tool',
      kind: kind as IngestMessage['kind'],
      model: kind === 'assistant' ? 'some-model' : null,
      blocks,
      usage: null,
      cwd: null,
      git_branch: 'main',
      tool_version: null,
      is_abandoned: false,
    }))

/** The sessions of a history, as an agent sends them. */
export const sessionsToSend = (history: History, place: number): IngestSession[] =>
  sessionsOf(history, place).map((turns, n): IngestSession => {
    const begun = dayOf(place, n)
    const messages = messagesOf(turns, begun)
    const root = `/home/ann/${history.project}`
    return {
      tool: n % 2 === 0 ? 'claude-code' : 'codex',
      native_id: `${history.project}-${history.name}-${n}`,
      kind: 'main',
      parent_native_id: null,
      project: {
        remote_url: `https://git.test/acme/${history.project}.git`,
        root_commit: null,
        root_path: root,
      },
      cwd: root,
      git_branch: 'main',
      git_head: null,
      tool_version: null,
      models: [],
      title: null,
      started_at: messages[0]?.ts ?? null,
      ended_at: messages.at(-1)?.ts ?? null,
      pull_requests: [],
      source: {
        path: `${root}/${n}.jsonl`,
        lines: messages.length,
        bad_lines: 0,
        unknown_records: 0,
        redactions: 0,
      },
      edits: [],
      messages,
    }
  })
