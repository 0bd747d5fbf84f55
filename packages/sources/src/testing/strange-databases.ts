import { join } from 'node:path'
import {
  addSession as addCrush,
  text as crushText,
  openCrush,
} from '../crush/testing/make-crush.ts'
import {
  addChat,
  asked,
  makeAgentOf,
  message,
  openGlobal,
  said,
} from '../cursor/testing/make-cursor.ts'
import {
  addSession as addGoose,
  text as gooseText,
  openGoose,
} from '../goose/testing/make-goose.ts'
import { add as addKiro, openKiro } from '../kiro/testing/make-kiro.ts'
import {
  addNewerSession,
  answered,
  asked as askedInNewStore,
  createNewerStore,
  noted,
} from '../opencode/testing/make-newer-store.ts'
import {
  addSession as addOpenCode,
  assistant,
  createStore,
  text,
  user,
  writeTree,
} from '../opencode/testing/make-store.ts'
import { addThread, openZed } from '../zed/testing/make-zed.ts'
import type { StrangeStore } from './strange-store.ts'

type Fields = Record<string, unknown>
type Live = { close: () => void }

const ID = '01990000-0000-4000-8000-00000000000a'

/** A database with one session, written and closed. */
const inDatabase = <D extends Live>(
  { name, file, open }: { name: string; file: string; open: (path: string) => D },
  fill: (database: D, fields: Fields, goesOn: boolean) => void,
): StrangeStore => ({
  name,
  write: (folder, fields, goesOn) => {
    const path = join(folder.path, file)
    const database = open(path)
    fill(database, fields, goesOn)
    database.close()
    return path
  },
})

const crush = inDatabase(
  { name: 'a message', file: '.crush/crush.db', open: openCrush },
  (database, fields, goesOn) => {
    const after = goesOn ? [{ role: 'assistant', parts: [crushText('It rings.')] }] : []
    const strange = { role: 'hologram', parts: [fields] }
    const messages = [{ role: 'user', parts: [crushText('Ring')] }, strange, ...after]
    addCrush(database, { id: ID, messages })
  },
)

const goose = inDatabase(
  { name: 'a message', file: 'sessions.db', open: (path) => openGoose(path) },
  (database, fields, goesOn) =>
    addGoose(database, '20260301_1', [
      { role: 'user', content: [gooseText('Ring')] },
      { role: 'hologram', content: [fields] },
      ...(goesOn ? [{ role: 'assistant', content: [gooseText('It rings.')] }] : []),
    ]),
)

const prompted = { user: { content: { Prompt: { prompt: 'Ring' } } }, assistant: {} }
const response = { Response: { message_id: 'a9', content: 'It rings.' } }
const kiro = (name: string, strange: (fields: Fields) => Fields): StrangeStore =>
  inDatabase(
    { name, file: 'kiro-cli/data.sqlite3', open: (path) => openKiro(path) },
    (database, fields, goesOn) => {
      const after = goesOn ? [{ user: { content: {} }, assistant: response }] : []
      const history = [prompted, strange(fields), ...after]
      addKiro(database, ID, { conversation_id: ID, history })
    },
  )

const strangeSession = (fields: Fields, goesOn: boolean) => ({
  id: 'ses_a',
  info: { directory: '/anvil' },
  messages: [
    user('msg_1', 0, text('Ring')),
    {
      id: 'msg_2',
      data: { role: 'hologram', time: { created: 1_770_000_000_500 }, ...fields },
      parts: [],
    },
    ...(goesOn ? [assistant('msg_3', 1_000, [text('It rings.')])] : []),
  ],
})

const openCode: StrangeStore[] = [
  inDatabase(
    { name: 'a message in the database', file: 'opencode.db', open: createStore },
    (database, fields, goesOn) => addOpenCode(database, strangeSession(fields, goesOn)),
  ),
  inDatabase(
    { name: 'a row of version 2', file: 'opencode.db', open: createNewerStore },
    (database, fields, goesOn) =>
      addNewerSession(database, {
        id: 'ses_ring',
        rows: [
          askedInNewStore('msg_1', 0, 'Ring'),
          noted('hologram', 'msg_2', 10, fields),
          ...(goesOn ? [answered('msg_3', 20, [{ type: 'text', text: 'It rings.' }])] : []),
        ],
      }),
  ),
  {
    name: 'a message in files',
    write: (folder, fields, goesOn) => {
      writeTree(join(folder.path, 'storage'), strangeSession(fields, goesOn))
      return folder.path
    },
  },
]

const zed = inDatabase(
  { name: 'a thread', file: 'threads.db', open: (path) => openZed(path) },
  (database, fields, goesOn) =>
    addThread(database, ID, {
      messages: [
        { User: { id: 'u1', content: [{ Text: 'Ring' }] } },
        { Hologram: fields },
        ...(goesOn ? [{ Agent: { content: [{ Text: 'It rings.' }] } }] : []),
      ],
    }),
)

const cursor: StrangeStore[] = [
  {
    name: 'a bubble of the editor',
    write: (folder, fields, goesOn) => {
      const database = openGlobal(folder.path)
      const strange = { bubbleId: 'b2', type: 'hologram', ...fields }
      const after = goesOn ? [said('b3', { text: 'It rings.' })] : []
      addChat(database, ID, [asked('b1', 'Ring'), strange, ...after])
      database.close()
      return folder.path
    },
  },
  {
    name: 'a message of the command line',
    write: (folder, fields, goesOn) => {
      const path = join(folder.path, 'store.db')
      const strange = Buffer.from(JSON.stringify({ role: 'hologram', ...fields }))
      const after = goesOn ? [message('assistant', 'It rings.')] : []
      makeAgentOf(path, [message('user', 'Ring'), strange, ...after])
      return path
    },
  },
]

const DATABASES: Record<string, readonly StrangeStore[]> = {
  crush: [crush],
  goose: [goose],
  kiro: [
    kiro('a question', (fields) => ({ user: { content: { Hologram: fields } }, assistant: {} })),
    kiro('an answer', (fields) => ({ user: { content: {} }, assistant: { Hologram: fields } })),
  ],
  opencode: openCode,
  'kilo-cli': openCode,
  zed: [zed],
  cursor,
}

export const strangeDatabasesOf = (tool: string): readonly StrangeStore[] | undefined =>
  DATABASES[tool]
