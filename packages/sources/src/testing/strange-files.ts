import type { StrangeStore } from './strange-store.ts'

type Fields = Record<string, unknown>

const AT = '2026-03-01T10:00:00.000Z'
const ID = '01990000-0000-4000-8000-00000000000a'

type Session = {
  name: string
  file: string
  /** What makes the tool's file one, and what is said before and behind the strange record. */
  before: readonly Fields[]
  strange: (fields: Fields) => Fields
  after: Fields
  asText?: (records: readonly Fields[]) => string
}

const lines = (records: readonly Fields[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('')

const storeOf = ({
  name,
  file,
  before,
  strange,
  after,
  asText = lines,
}: Session): StrangeStore => ({
  name,
  write: (folder, fields, goesOn) =>
    folder.write(file, asText([...before, strange(fields), ...(goesOn ? [after] : [])])),
})

const text = (words: string) => ({ type: 'text', text: words })

const claudeRecord = (uuid: string, parentUuid: string | null, more: Fields): Fields => ({
  uuid,
  parentUuid,
  sessionId: ID,
  isSidechain: false,
  timestamp: AT,
  ...more,
})

const claudeCode: Session = {
  name: 'a session',
  file: `projects/-anvil/${ID}.jsonl`,
  before: [claudeRecord('u1', null, { type: 'user', message: { role: 'user', content: 'Ring' } })],
  strange: (fields) => claudeRecord('x1', 'u1', { type: 'hologram', ...fields }),
  after: claudeRecord('u2', 'x1', { type: 'user', message: { role: 'user', content: 'Again' } }),
}

const codexRecord = (type: string, payload: Fields): Fields => ({ timestamp: AT, type, payload })
const codexItem = (role: string, kind: string, words: string): Fields =>
  codexRecord('response_item', { type: 'message', role, content: [{ type: kind, text: words }] })
const codex = (name: string, strange: Session['strange']): Session => ({
  name,
  file: `sessions/2026/03/01/rollout-2026-03-01T10-00-00-${ID}.jsonl`,
  before: [
    codexRecord('session_meta', { id: ID, cwd: '/anvil', cli_version: '0.142.0' }),
    codexItem('user', 'input_text', 'Ring'),
    codexItem('assistant', 'output_text', 'It rings.'),
  ],
  strange,
  after: codexItem('user', 'input_text', 'Again'),
})

const copilotEvent = (id: string, parentId: string | null, type: string, data: Fields): Fields => ({
  id,
  parentId,
  type,
  data,
  timestamp: AT,
})
const copilotCli = (name: string, type: string): Session => ({
  name,
  file: `${ID}/events.jsonl`,
  before: [
    copilotEvent('e1', null, 'session.start', { sessionId: ID, context: { cwd: '/anvil' } }),
    copilotEvent('e2', 'e1', 'user.message', { content: 'Ring' }),
  ],
  strange: (fields) => copilotEvent('e3', 'e2', type, fields),
  after: copilotEvent('e4', 'e3', 'assistant.message', { content: 'It rings.' }),
})

const piEntry = (id: string, parentId: string | null, more: Fields): Fields => ({
  id,
  parentId,
  timestamp: AT,
  ...more,
})
const piMessage = (id: string, parentId: string, role: string, more: Fields): Fields =>
  piEntry(id, parentId, { type: 'message', message: { role, ...more } })
const pi = (name: string, strange: Session['strange']): Session => ({
  name,
  file: `2026-03-01T10-00-00-000Z_${ID}.jsonl`,
  before: [
    { type: 'session', version: 3, id: ID, timestamp: AT, cwd: '/anvil' },
    piMessage('1', '0', 'user', { content: 'Ring' }),
  ],
  strange,
  after: piMessage('3', '2', 'assistant', { content: [text('It rings.')] }),
})

const droidMessage = (id: string, message: Fields): Fields => ({
  type: 'message',
  id,
  timestamp: AT,
  message,
})
const droid = (name: string, strange: Session['strange']): Session => ({
  name,
  file: `${ID}.jsonl`,
  before: [
    { type: 'session_start', id: ID, title: 'Ring', cwd: '/anvil' },
    droidMessage('m1', { role: 'user', content: [text('Ring')] }),
  ],
  strange,
  after: droidMessage('m3', { role: 'assistant', content: [text('It rings.')] }),
})

const windsurfStep = (type: string, details: Fields): Fields => ({
  status: 'done',
  type,
  [type]: details,
})
const windsurf: Session = {
  name: 'a transcript',
  file: `${ID}.jsonl`,
  before: [windsurfStep('user_input', { user_response: 'Ring' })],
  strange: (fields) => windsurfStep('hologram', fields),
  after: windsurfStep('planner_response', { response: 'It rings.' }),
}

const qwenLine = (uuid: string, parentUuid: string | null, more: Fields): Fields => ({
  uuid,
  parentUuid,
  sessionId: ID,
  timestamp: AT,
  cwd: '/anvil',
  ...more,
})
const qwen: Session = {
  name: 'a chat',
  file: `${ID}.jsonl`,
  before: [qwenLine('u1', null, { type: 'user', message: { parts: [{ text: 'Ring' }] } })],
  strange: (fields) => qwenLine('x1', 'u1', { type: 'hologram', ...fields }),
  after: qwenLine('a1', 'x1', { type: 'assistant', message: { parts: [{ text: 'It rings.' }] } }),
}

const head = { sessionId: ID, projectHash: 'abc', startTime: AT, lastUpdated: AT }
const geminiLog = (name: string, strange: Session['strange']): Session => ({
  name,
  file: 'session-2026-03-01T10-00-01990000.jsonl',
  before: [head, { id: 'm1', timestamp: AT, type: 'user', content: 'Ring' }],
  strange,
  after: { id: 'm3', timestamp: AT, type: 'gemini', content: 'It rings.' },
})
const chatDocument = (type: string): Session => ({
  name: 'a chat in one document',
  file: 'session-2026-03-01T10-00-01990000.json',
  before: [{ id: 'm1', timestamp: AT, type: 'user', content: 'Ring' }],
  strange: (fields) => ({ id: 'm2', timestamp: AT, type: 'hologram', ...fields }),
  after: { id: 'm3', timestamp: AT, type, content: 'It rings.' },
  asText: (messages) => JSON.stringify({ ...head, messages }),
})

const cursorLine = (role: string, words: string): Fields => ({
  role,
  message: { content: [text(words)] },
})
const cursorTranscript: Session = {
  name: 'a transcript of an agent',
  file: `agent-transcripts/${ID}.jsonl`,
  before: [cursorLine('user', '<user_query>Ring</user_query>')],
  strange: (fields) => ({ role: 'hologram', ...fields }),
  after: cursorLine('assistant', 'It rings.'),
}

const kiroLine = (kind: string, data: Fields): Fields => ({ version: 'v1', kind, data })
const kiroText = (id: string, words: string): Fields => ({
  message_id: id,
  content: [{ kind: 'text', data: words }],
})
const kiroLines: Session = {
  name: 'a file of lines',
  file: `${ID}.jsonl`,
  before: [kiroLine('Prompt', kiroText('m1', 'Ring'))],
  strange: (fields) => kiroLine('Hologram', { message_id: 'm2', ...fields }),
  after: kiroLine('AssistantMessage', kiroText('m3', 'It rings.')),
}

const gooseLines: Session = {
  name: 'a file of lines',
  file: '20260301_1.jsonl',
  before: [
    { working_dir: '/anvil', description: 'Ring', message_count: 2 },
    { role: 'user', created: 1_770_000_000, content: [text('Ring')] },
  ],
  strange: (fields) => ({ role: 'hologram', created: 1_770_000_001, content: [], ...fields }),
  after: { role: 'assistant', created: 1_770_000_002, content: [text('It rings.')] },
}

const amp: Session = {
  name: 'a thread',
  file: `T-${ID}.json`,
  before: [{ role: 'user', messageId: 0, content: [text('Ring')] }],
  strange: (fields) => ({ role: 'hologram', messageId: 1, ...fields }),
  after: { role: 'assistant', messageId: 2, content: [text('It rings.')] },
  asText: (messages) =>
    JSON.stringify({ v: 1, id: `T-${ID}`, created: 1_770_000_000_000, messages }),
}

const continueSession: Session = {
  name: 'a session',
  file: `${ID}.json`,
  before: [{ message: { role: 'user', content: 'Ring' } }],
  strange: (fields) => ({ message: { role: 'hologram', ...fields } }),
  after: { message: { role: 'assistant', content: 'It rings.' } },
  asText: (history) => JSON.stringify({ sessionId: ID, title: 'Ring', history }),
}

/** Nothing but requests stands in a chat, so what may be strange is a part of an answer. */
const copilotChat: Session = {
  name: 'a chat',
  file: `chatSessions/${ID}.json`,
  before: [{ requestId: 'r1', message: { text: 'Ring' }, response: [{ value: 'It rings.' }] }],
  strange: (fields) => ({
    requestId: 'r2',
    message: { text: 'More' },
    response: [{ kind: 'hologram', ...fields }],
  }),
  after: { requestId: 'r3', message: { text: 'Again' }, response: [{ value: 'It rings.' }] },
  asText: (requests) =>
    JSON.stringify({
      version: 3,
      sessionId: ID,
      creationDate: 1,
      responderUsername: 'x',
      requests,
    }),
}

const task = (folder: string): Session[] => [
  {
    name: 'a task as it was shown',
    file: `${folder}/ui_messages.json`,
    before: [{ ts: 1_770_000_000_001, type: 'say', say: 'task', text: 'Ring' }],
    strange: (fields) => ({
      ts: 1_770_000_000_002,
      type: 'say',
      say: 'hologram',
      text: JSON.stringify(fields),
    }),
    after: { ts: 1_770_000_000_003, type: 'say', say: 'text', text: 'It rings.' },
    asText: JSON.stringify,
  },
  {
    name: 'a task as the model saw it',
    file: `${folder}/api_conversation_history.json`,
    before: [{ role: 'user', content: [text('<task>Ring</task>')], ts: 1_770_000_000_001 }],
    strange: (fields) => ({ role: 'hologram', content: [], ts: 1_770_000_000_002, ...fields }),
    after: { role: 'assistant', content: [text('It rings.')], ts: 1_770_000_000_003 },
    asText: JSON.stringify,
  },
]

const clineSession: Session = {
  name: 'a session',
  file: `sessions/${ID}/${ID}.messages.json`,
  before: [{ id: 'm1', role: 'user', content: [text('Ring')] }],
  strange: (fields) => ({ id: 'm2', role: 'hologram', content: [], ...fields }),
  after: { id: 'm3', role: 'assistant', content: [text('It rings.')] },
  asText: (messages) =>
    JSON.stringify({ version: 1, updated_at: AT, agent: 'lead', sessionId: ID, messages }),
}

const hologram = (fields: Fields): Fields => ({ type: 'hologram', ...fields })

const FILES: Record<string, readonly Session[]> = {
  'claude-code': [claudeCode],
  codex: [
    codex('an item', (fields) => codexRecord('response_item', hologram(fields))),
    codex('an event', (fields) => codexRecord('event_msg', hologram(fields))),
    codex('a record', (fields) => codexRecord('hologram', fields)),
  ],
  'copilot-cli': [
    copilotCli('an event', 'hologram.shown'),
    copilotCli('an event of a known family', 'assistant.hologram'),
  ],
  pi: [
    pi('an entry', (fields) => piEntry('2', '1', hologram(fields))),
    pi('a message', (fields) => piMessage('2', '1', 'hologram', fields)),
  ],
  windsurf: [windsurf],
  droid: [
    droid('a record', (fields) => ({ id: 'm2', timestamp: AT, ...hologram(fields) })),
    droid('a message', (fields) => droidMessage('m2', { role: 'hologram', ...fields })),
  ],
  'qwen-code': [qwen, { ...chatDocument('qwen'), name: 'a chat of old versions' }],
  'gemini-cli': [
    geminiLog('a chat', (fields) => ({ id: 'm2', timestamp: AT, ...hologram(fields) })),
    geminiLog('a chat, without a type', (fields) => ({ $hologram: fields })),
    chatDocument('gemini'),
  ],
  cursor: [cursorTranscript],
  kiro: [kiroLines],
  goose: [gooseLines],
  amp: [amp],
  continue: [continueSession],
  'copilot-chat': [copilotChat],
  cline: [...task('1770000000000'), clineSession],
  'roo-code': task('rooveterinaryinc.roo-cline/tasks/0193aaaa'),
  'kilo-code': task('kilocode.kilo-code/tasks/0193bbbb'),
  // Texts without records: whatever stands in them is what somebody said or printed.
  aider: [],
  specstory: [],
}

export const strangeFilesOf = (tool: string): StrangeStore[] | undefined =>
  FILES[tool]?.map(storeOf)
