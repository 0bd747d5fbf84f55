import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { makeDatabase, openDatabase } from '../../testing/make-sqlite.ts'

type Fields = Record<string, unknown>

export const BELLOWS = '10000000-0000-4000-8000-000000000001'
export const OLD_CHAT = '20000000-0000-4000-8000-000000000002'
export const OLDEST_CHAT = '30000000-0000-4000-8000-000000000003'
export const AGENT = '40000000-0000-4000-8000-000000000004'
export const TRANSCRIPT = '50000000-0000-4000-8000-000000000005'

const ITEMS = 'CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)'
const ROWS = 'CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)'

export const asked = (bubbleId: string, text: string): Fields => ({ bubbleId, type: 1, text })
export const said = (bubbleId: string, more: Fields): Fields => ({
  bubbleId,
  type: 2,
  createdAt: '2026-02-03T10:00:00.000Z',
  ...more,
})

export const call = (name: string, args: Fields, more: Fields = {}): Fields => ({
  capabilityType: 15,
  text: '',
  toolFormerData: {
    name,
    toolCallId: `call_${name}`,
    status: 'completed',
    rawArgs: JSON.stringify(args),
    result: '{}',
    ...more,
  },
})

export const bellows: Fields[] = [
  asked('b9', 'Make the bellows louder'),
  said('b1', { capabilityType: 30, thinking: { text: 'Wider, then.' }, text: '' }),
  said('b5', { text: 'I widen the nozzle.', tokenCount: { inputTokens: 9, outputTokens: 4 } }),
  said(
    'b3',
    call(
      'search_replace',
      { file_path: 'src/nozzle.ts', old_string: 'narrow', new_string: 'wide' },
      { result: '{"diff":{"chunks":[{"diffString":"  same\\n- narrow\\n+ wide\\n+ wider"}]}}' },
    ),
  ),
  said(
    'b4',
    call('write', { file_path: 'src/ring.ts', contents: 'ring\n' }, { userDecision: 'rejected' }),
  ),
]

/** The store of the whole editor, open as while the editor runs. */
export const openGlobal = (user: string) => {
  const database = openDatabase(join(user, 'globalStorage', 'state.vscdb'), { isLogged: true })
  database.run(`${ITEMS}; ${ROWS}`)
  return database
}

export const addChat = (
  database: ReturnType<typeof openGlobal>,
  id: string,
  bubbles: readonly Fields[],
  more: Fields = {},
): void => {
  const headers = bubbles.map(({ bubbleId, type }) => ({ bubbleId, type }))
  database.insert('cursorDiskKV', {
    key: `composerData:${id}`,
    value: {
      composerId: id,
      name: 'Louder bellows',
      createdAt: 1_770_112_800_000,
      lastUpdatedAt: 1_770_112_900_000,
      modelConfig: { modelName: 'anvil-large' },
      fullConversationHeadersOnly: headers,
      ...more,
    },
  })
  for (const bubble of bubbles)
    database.insert('cursorDiskKV', { key: `bubbleId:${id}:${bubble['bubbleId']}`, value: bubble })
}

/** A workspace's store with chats of both older generations, and the name of one that lives in the editor's store. */
export const makeWorkspace = (
  user: string,
  write: (name: string, content: string) => string,
): void => {
  const folder = join(user, 'workspaceStorage', 'abc')
  makeDatabase(join(folder, 'state.vscdb'), ITEMS, [
    [
      'ItemTable',
      {
        key: 'composer.composerData',
        value: {
          allComposers: [
            { composerId: BELLOWS },
            {
              composerId: OLD_CHAT,
              name: 'Older',
              conversation: [asked('o1', 'Why so quiet?'), said('o2', { text: 'No air.' })],
            },
          ],
        },
      },
    ],
    [
      'ItemTable',
      {
        key: 'workbench.panel.aichat.view.aichat.chatdata',
        value: {
          tabs: [
            {
              tabId: OLDEST_CHAT,
              chatTitle: 'Oldest',
              lastSendTime: 1_700_000_000_000,
              bubbles: [
                { type: 'user', id: 't1', text: 'What is an anvil?' },
                { type: 'ai', id: 't2', rawText: 'A block.', modelType: 'anvil-small' },
                { type: 'user', id: 't3', text: '' },
              ],
            },
          ],
        },
      },
    ],
  ])
  write(join(folder, 'workspace.json'), '{"folder":"file:///home/ada/my%20anvil"}')
}

export const message = (role: string, content: unknown): Buffer =>
  Buffer.from(JSON.stringify({ role, content }))

/** Field 1, 32 bytes long: the name of a child. */
const named = (hashes: readonly string[]): Buffer =>
  Buffer.concat(hashes.flatMap((hash) => [Buffer.from([0x0a, 32]), Buffer.from(hash, 'hex')]))

const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex')

/** `store.db` of the command line, with one session. */
export const makeAgent = (path: string): void =>
  makeAgentOf(
    path,
    [
      message('system', 'You are at work.'),
      message('user', [
        { type: 'text', text: '<user_info>\nWorkspace Path: /home/ada/anvil\n</user_info>' },
        { type: 'text', text: '<user_query>\nRaise the anvil\n</user_query>' },
      ]),
      message('assistant', [
        { type: 'reasoning', text: 'A block of wood.' },
        {
          type: 'tool-call',
          toolCallId: 'c1',
          toolName: 'Write',
          args: { path: 'stand.md', contents: 'wood\n' },
        },
        {
          type: 'tool-call',
          toolCallId: 'c2',
          toolName: 'Write',
          args: { path: 'no.md', contents: 'no\n' },
        },
      ]),
      message('tool', [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'Write', result: 'written' },
        {
          type: 'tool-result',
          toolCallId: 'c2',
          toolName: 'Write',
          result: 'refused',
          isError: true,
        },
      ]),
      message('assistant', 'Raised.'),
    ],
    3,
  )

/** Messages from `inNode` on stand below a node of their own. */
export const makeAgentOf = (
  path: string,
  blobs: readonly Buffer[],
  inNode = blobs.length,
): void => {
  const node = named(blobs.slice(inNode).map(hashOf))
  const root = Buffer.concat([
    Buffer.from([0x10, 0x05]),
    named([...blobs.slice(0, inNode), node].map(hashOf)),
  ])
  const meta = {
    agentId: AGENT,
    latestRootBlobId: hashOf(root),
    name: 'Anvil up',
    createdAt: 1_770_112_800_000,
    lastUsedModel: 'default',
  }
  makeDatabase(
    path,
    'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)',
    [
      ...[...blobs, node, root].map((data) => ['blobs', { id: hashOf(data), data }] as const),
      ['meta', { key: '0', value: Buffer.from(JSON.stringify(meta)).toString('hex') }],
    ],
  )
}

export const transcript = [
  {
    role: 'user',
    message: {
      content: [
        {
          type: 'text',
          text: '<rules>Be brief.</rules>\n<user_query>\nSweep the floor\n</user_query>',
        },
      ],
    },
  },
  {
    role: 'assistant',
    message: {
      content: [
        { type: 'text', text: 'Sweeping.' },
        {
          type: 'tool_use',
          name: 'StrReplace',
          input: { path: '/home/ada/floor.md', old_string: 'dust', new_string: 'clean' },
        },
      ],
    },
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')
