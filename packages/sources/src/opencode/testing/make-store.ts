import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase } from '../../testing/make-sqlite.ts'

type Fields = Record<string, unknown>
export type FixtureMessage = { id: string; data: Fields; parts: readonly Fields[] }
export type FixtureSession = { id: string; info: Fields; messages: readonly FixtureMessage[] }

const START = 1_770_000_000_000

export const user = (id: string, at: number, ...parts: Fields[]): FixtureMessage => ({
  id,
  data: {
    role: 'user',
    time: { created: START + at },
    agent: 'build',
    model: { providerID: 'anvil', modelID: 'anvil-large' },
  },
  parts,
})

export const assistant = (
  id: string,
  at: number,
  parts: Fields[],
  more: Fields = {},
): FixtureMessage => ({
  id,
  data: {
    role: 'assistant',
    modelID: 'anvil-large',
    providerID: 'anvil',
    mode: 'build',
    path: { cwd: '/home/ada/anvil', root: '/home/ada/anvil' },
    tokens: { input: 10, output: 7, reasoning: 2, cache: { read: 5, write: 1 } },
    time: { created: START + at, completed: START + at + 500 },
    ...more,
  },
  parts,
})

export const text = (words: string, more: Fields = {}): Fields => ({
  type: 'text',
  text: words,
  ...more,
})

export const tool = (callID: string, name: string, input: unknown, state: Fields = {}): Fields => ({
  type: 'tool',
  tool: name,
  callID,
  state: {
    status: 'completed',
    input,
    output: `${name} done`,
    title: name,
    metadata: {},
    time: { start: START, end: START + 100 },
    ...state,
  },
})

export const forge: FixtureSession = {
  id: 'ses_forge',
  info: { directory: '/home/ada/anvil', title: 'Heat the forge', version: '1.2.3' },
  messages: [
    user('msg_1', 0, text('Make the bellows louder'), text('<file>…</file>', { synthetic: true })),
    assistant('msg_2', 1_000, [
      { type: 'step-start', snapshot: 'abc' },
      { type: 'reasoning', text: 'Louder means wider.' },
      text('I will widen the nozzle.'),
      tool('call_1', 'edit', {
        filePath: '/home/ada/anvil/bellows.ts',
        oldString: 'const width = 1\nconst leak = 0',
        newString: 'const width = 2\nconst leak = 0',
      }),
      tool('call_2', 'bash', { command: 'npm test' }, { metadata: { exit: 1 } }),
      { type: 'step-finish', tokens: {}, cost: 0 },
    ]),
    assistant('msg_3', 2_000, [
      tool('call_3', 'write', { filePath: '/home/ada/anvil/notes.md', content: 'loud\nlouder\n' }),
      tool('call_4', 'apply_patch', {
        patchText:
          '*** Begin Patch\n*** Update File: nozzle.ts\n@@\n-narrow\n+wide\n*** Add File: ring.ts\n+ring\n*** End Patch',
      }),
      text('Done.'),
    ]),
  ],
}

export const child: FixtureSession = {
  id: 'ses_child',
  info: {
    parentID: 'ses_forge',
    directory: '/home/ada/anvil',
    title: 'Look at the nozzle (@explore subagent)',
    version: '1.2.3',
  },
  messages: [
    user('msg_c1', 100, text('Find out how wide the nozzle is')),
    assistant('msg_c2', 200, [text('Two.')]),
  ],
}

export const idle: FixtureSession = {
  id: 'ses_idle',
  info: { directory: '/home/ada/anvil', title: 'New session - 2026-02-02T02:40:00.000Z' },
  messages: [],
}

const SCHEMA = `
  CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT,
    revert TEXT, time_created INTEGER, time_updated INTEGER);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);`

type Live = ReturnType<typeof openDatabase>

export const createStore = (path: string): Live => {
  const database = openDatabase(path, { isLogged: true })
  database.run(SCHEMA)
  return database
}

export const addSession = (database: Live, { id, info, messages }: FixtureSession): void => {
  database.insert('session', {
    id,
    project_id: 'global',
    parent_id: info['parentID'] ?? null,
    directory: info['directory'] ?? null,
    title: info['title'] ?? null,
    version: info['version'] ?? '1.2.3',
    revert: info['revert'] ?? null,
    time_created: START,
    time_updated: START,
  })
  for (const message of messages) addMessage(database, id, message)
}

export const addMessage = (database: Live, session: string, message: FixtureMessage): void => {
  const times = { time_created: START, time_updated: START }
  database.insert('message', { id: message.id, session_id: session, ...times, data: message.data })
  message.parts.forEach((data, at) => {
    const id = `${message.id.replace('msg', 'prt')}_${at}`
    database.insert('part', { id, message_id: message.id, session_id: session, ...times, data })
  })
}

/** The same as files; `old` as they were in the first months. */
export const writeTree = (
  root: string,
  { id, info, messages }: FixtureSession,
  { old = false } = {},
): void => {
  const write = (path: string, content: unknown): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(content))
  }
  const base = old ? 'session/' : ''
  write(old ? `session/info/${id}.json` : `session/global/${id}.json`, {
    id,
    version: '0.4.0',
    time: { created: START, updated: START },
    ...info,
  })
  for (const message of messages) {
    write(`${base}message/${id}/${message.id}.json`, {
      id: message.id,
      sessionID: id,
      ...message.data,
    })
    message.parts.forEach((part, at) => {
      const name = `${message.id.replace('msg', 'prt')}_${at}`
      const folder = old ? `session/part/${id}/${message.id}` : `part/${message.id}`
      write(`${folder}/${name}.json`, {
        id: name,
        messageID: message.id,
        sessionID: id,
        ...part,
      })
    })
  }
}

/** What `opencode export` writes. */
export const asExport = ({ id, info, messages }: FixtureSession): string =>
  JSON.stringify({
    info: { id, ...info, time: { created: START } },
    messages: messages.map((message) => ({
      info: { id: message.id, sessionID: id, ...message.data },
      parts: message.parts.map((part) => ({ messageID: message.id, ...part })),
    })),
  })
