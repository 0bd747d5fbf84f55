import { openDatabase } from '../../testing/make-sqlite.ts'

type Fields = Record<string, unknown>
export type FixtureRow = { id: string; type: string; data: Fields }
export type NewerSession = { id: string; info?: Fields; rows: readonly FixtureRow[] }

const START = 1_790_000_000_000

const row = (type: string, id: string, at: number, data: Fields): FixtureRow => ({
  id,
  type,
  data: { time: { created: START + at }, ...data },
})

export const asked = (id: string, at: number, text: string, more: Fields = {}): FixtureRow =>
  row('user', id, at, { text, files: [], ...more })

export const answered = (
  id: string,
  at: number,
  content: readonly Fields[],
  more: Fields = {},
): FixtureRow =>
  row('assistant', id, at, {
    time: { created: START + at, streamed: START + at + 400, completed: START + at + 500 },
    agent: 'build',
    model: { id: 'anvil-large', providerID: 'anvil', variant: 'default' },
    content,
    finish: 'stop',
    cost: 0.01,
    tokens: { input: 10, output: 7, reasoning: 2, cache: { read: 5, write: 1 } },
    ...more,
  })

export const call = (id: string, name: string, input: Fields, state: Fields = {}): Fields => ({
  type: 'tool',
  id,
  name,
  executed: false,
  state: {
    status: 'completed',
    input,
    content: [{ type: 'text', text: `${name} done` }],
    metadata: { truncated: false },
    ...state,
  },
  time: { created: START, ran: START + 50, completed: START + 100 },
})

export const noted = row

/** A session with a row of every kind. */
export const smithy: NewerSession = {
  id: 'ses_smithy',
  info: { title: 'Heat the smithy' },
  rows: [
    row('model-switched', 'msg_0', 0, { model: { id: 'anvil-large', providerID: 'anvil' } }),
    asked('msg_1', 10, 'Make the bellows louder', {
      files: [{ uri: 'file:///home/ada/anvil/bellows.ts', mime: 'text/plain', name: 'bellows.ts' }],
    }),
    row('system', 'msg_2', 20, { text: 'Today is a hot day.' }),
    answered('msg_3', 30, [
      { type: 'reasoning', text: 'Louder means wider.' },
      { type: 'text', text: 'I will widen the nozzle.' },
      call(
        'call_1',
        'edit',
        { path: 'bellows.ts', oldString: 'const width = 1', newString: 'const width = 2' },
        {
          metadata: {
            files: [
              {
                file: 'bellows.ts',
                patch:
                  '@@ -1,2 +1,2 @@\n-const width = 1\n+const width = 2 // wide\n const leak = 0',
              },
            ],
          },
        },
      ),
      call('call_2', 'shell', { command: 'npm test' }, { metadata: { exit: 1 } }),
      call(
        'call_3',
        'read',
        { path: 'gone.ts' },
        { status: 'error', content: undefined, error: { type: 'tool', message: 'No such file' } },
      ),
      call('call_4', 'shell', {}, { status: 'streaming', input: '{"comm' }),
    ]),
    row('synthetic', 'msg_4', 40, { text: 'A subagent is done.' }),
    answered('msg_5', 50, [
      call('call_5', 'write', { path: '/home/ada/anvil/notes.md', content: 'loud\nlouder\n' }),
      call(
        'call_6',
        'write',
        { path: '/home/ada/anvil/read.me', content: 'again\n' },
        { content: [{ type: 'text', text: 'Wrote file successfully: read.me' }] },
      ),
      call('call_7', 'patch', {
        patchText: '*** Begin Patch\n*** Add File: ring.ts\n+ring\n*** End Patch',
      }),
    ]),
    row('shell', 'msg_6', 60, {
      shellID: 'sh_1',
      command: 'git status',
      status: 'exited',
      exit: 0,
      output: { output: 'clean\n', cursor: 6, size: 6, truncated: false },
    }),
    row('compaction', 'msg_7', 70, {
      status: 'completed',
      reason: 'auto',
      summary: 'The bellows became louder.',
      recent: '',
    }),
    row('location-switched', 'msg_8', 80, { location: { directory: '/home/ada/tongs' } }),
    row('skill', 'msg_9', 90, { skill: 'tongs', name: 'tongs', text: 'How tongs are held.' }),
    answered('msg_10', 100, [{ type: 'text', text: 'Moved.' }], {
      error: { type: 'provider', message: 'Out of coal' },
    }),
    row('idle', 'msg_11', 110, { outcome: 'succeeded' }),
  ],
}

const SCHEMA = `
  CREATE TABLE session_v2 (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, fork_session_id TEXT,
    fork_boundary TEXT, directory TEXT NOT NULL, title TEXT, version TEXT NOT NULL, revert TEXT, agent TEXT, model TEXT,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
  CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, type TEXT NOT NULL, seq INTEGER NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT);`

type Live = ReturnType<typeof openDatabase>

/** Adds the tables of version 2, to a database of version 1 too. */
export const createNewerStore = (path: string): Live => {
  const database = openDatabase(path, { isLogged: true })
  database.run(SCHEMA)
  return database
}

export const addNewerSession = (database: Live, { id, info = {}, rows }: NewerSession): void => {
  database.insert('session_v2', {
    id,
    project_id: 'global',
    parent_id: null,
    directory: '/home/ada/anvil',
    title: null,
    version: '2.0.26',
    time_created: START,
    time_updated: START,
    ...info,
  })
  // Numbers are left out where events without content stood between.
  rows.forEach((one, at) => {
    addRow(database, id, at * 3, one)
  })
}

export const addRow = (
  database: Live,
  session: string,
  seq: number,
  { id, type, data }: FixtureRow,
): void =>
  database.insert('session_message', {
    id,
    session_id: session,
    type,
    seq,
    time_created: START,
    time_updated: START,
    data,
  })
