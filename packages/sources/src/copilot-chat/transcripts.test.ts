import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Found } from '../source.ts'
import { makeDatabase } from '../testing/make-sqlite.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCopilotChatSource } from './copilot-chat.source.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const USER = '.config/Code/User'
const make = () => createCopilotChatSource({ home: folder.path, platform: 'linux', variables: {} })

const found = async (path?: string) => {
  const all: Exclude<Found, { problem: string }>[] = []
  for await (const one of make().find(path)) if (!('problem' in one)) all.push(one)
  return all
}
const sessions = async (path?: string) => {
  const read = []
  for (const place of await found(path)) {
    const outcome = await make().read([place])
    if (outcome.status === 'session') read.push(outcome.session)
  }
  return read
}

const SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, repository TEXT, branch TEXT, summary TEXT, created_at TEXT, updated_at TEXT);
  CREATE TABLE turns (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, turn_index INTEGER, user_message TEXT,
    assistant_response TEXT, timestamp TEXT);`

const stored = (...ids: string[]) =>
  makeDatabase(
    `${folder.path}/${USER}/globalStorage/github.copilot-chat/session-store.db`,
    SCHEMA,
    ids.flatMap((id) => [
      [
        'sessions',
        {
          id,
          cwd: '/srv/mill',
          branch: 'main',
          summary: 'Sails',
          created_at: '2026-11-02T10:00:00Z',
          updated_at: '2026-11-02T10:01:00Z',
        },
      ] as const,
      [
        'turns',
        {
          session_id: id,
          turn_index: 0,
          user_message: 'Which sails?',
          assistant_response: 'Four.',
          timestamp: '2026-11-02T10:00:30Z',
        },
      ] as const,
    ]),
  )

const CALL = { filePath: '/srv/mill/a.ts', oldString: 'one', newString: 'two' }
const transcript = (id: string, window = 'w1') => {
  folder.write(`${USER}/workspaceStorage/${window}/workspace.json`, '{"folder":"file:///srv/mill"}')
  const events = [
    [
      'session.start',
      {
        sessionId: id,
        version: 1,
        producer: 'copilot-agent',
        copilotVersion: '0.53.0',
        vscodeVersion: '1.131.0',
      },
    ],
    ['user.message', { content: 'Turn the sails.', attachments: [] }],
    [
      'assistant.message',
      {
        content: '',
        toolRequests: [
          { toolCallId: 'c1', name: 'replace_string_in_file', arguments: JSON.stringify(CALL) },
        ],
      },
    ],
    ['tool.execution_complete', { toolCallId: 'c1', success: true }],
    ['assistant.message', { content: 'They turn.', toolRequests: [] }],
  ].map(([type, data], at) =>
    JSON.stringify({ type, data, id: `${id}-${at}`, timestamp: `2026-11-02T09:00:0${at}Z` }),
  )
  return folder.write(
    `${USER}/workspaceStorage/${window}/GitHub.copilot-chat/transcripts/${id}.jsonl`,
    `${events.join('\n')}\n`,
  )
}

describe('transcripts of newer versions', () => {
  test('are read with what calls wrote, in the folder of their window', async () => {
    transcript('aaaa')
    const [session] = await sessions()
    expect(session).toMatchObject({
      tool: 'copilot-chat',
      native_id: 'aaaa',
      cwd: '/srv/mill',
      tool_version: '0.53.0',
    })
    expect(session?.messages.filter(({ kind }) => kind === 'human')).toHaveLength(1)
    expect(session?.edits).toMatchObject([
      { path: '/srv/mill/a.ts', addedText: ['two'], removedText: ['one'] },
    ])
    expect(await make().isInstalled()).toBe(true)
  })

  test('give way to a chat that says more, and not to an empty one', async () => {
    transcript('aaaa')
    transcript('bbbb')
    const chats = `${USER}/workspaceStorage/w1/chatSessions`
    const head = { version: 3, sessionId: 'bbbb', responderUsername: 'x', creationDate: 1 }
    folder.write(`${chats}/aaaa.json`, JSON.stringify({ ...head, sessionId: 'aaaa', requests: [] }))
    const request = { requestId: 'r1', message: { text: 'hi' }, response: [{ value: 'ho' }] }
    folder.write(`${chats}/bbbb.json`, JSON.stringify({ ...head, requests: [request] }))
    const read = await sessions()
    expect(read.map(({ native_id, messages }) => [native_id, messages.length])).toEqual(
      expect.arrayContaining([
        ['aaaa', 4],
        ['bbbb', 2],
      ]),
    )
    expect(read).toHaveLength(2)
  })

  test('are known by the session they name, whatever their file is called', async () => {
    const original = transcript('aaaa')
    folder.write('backup/events of a window.jsonl', readFileSync(original, 'utf8'))
    const all = (await found(folder.path)).filter(({ path }) => path.endsWith('.jsonl'))
    expect(all).toMatchObject([{ path: original, lesserCopyOf: 'aaaa' }])
    expect(await sessions(`${folder.path}/backup`)).toHaveLength(1)
    const request = { requestId: 'r1', message: { text: 'hi' }, response: [{ value: 'ho' }] }
    const chat = { version: 3, sessionId: 'aaaa', creationDate: 1, requests: [request] }
    folder.write('backup/aaaa.json', JSON.stringify(chat))
    expect(
      (await sessions(`${folder.path}/backup`)).map(({ messages }) => messages.length),
    ).toEqual([2])
  })

  test('are found by a path, a file or a folder', async () => {
    const path = transcript('aaaa')
    expect(await sessions(path)).toHaveLength(1)
    expect(await sessions(folder.path)).toHaveLength(1)
    expect(await make().recognises(path)).toBe(true)
  })
})

describe('the database of what was asked and answered', () => {
  test('reads sessions whose transcripts were cleared away, and nothing of others twice', async () => {
    transcript('aaaa')
    stored('aaaa', 'cccc')
    const read = await sessions()
    expect(read.map(({ native_id }) => native_id)).toEqual(['aaaa', 'cccc'])
    expect(read[1]).toMatchObject({ title: 'Sails', cwd: '/srv/mill', git_branch: 'main' })
    expect(read[1]?.messages.map(({ kind }) => kind)).toEqual(['human', 'assistant'])
  })

  test('says of which session it is the lesser copy', async () => {
    const path = stored('cccc')
    expect(await found()).toMatchObject([{ path, part: 'cccc', lesserCopyOf: 'cccc' }])
    expect(await sessions(path)).toHaveLength(1)
  })
})
