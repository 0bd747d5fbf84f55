import { ApiError, type IngestResponse } from '@teamlore/shared'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PayloadKind } from '../spool/payload-kinds.ts'
import { openSpool, type Spool } from '../spool/spool.ts'
import { noRetries } from '../wire/retry-policy.ts'
import { packBody } from '../wire/wire.ts'
import { type DrainDeps, drain } from './drain.ts'

let folder: ReturnType<typeof temporaryFolder>
let spool: Spool
/** What was asked, in its order. */
let asked: string[]
beforeEach(async () => {
  folder = temporaryFolder()
  spool = await openSpool({ root: folder.path, limitBytes: 1e6, now: () => new Date() })
  asked = []
})
afterEach(() => folder.remove())

const put = async (kind: PayloadKind, value: object, subject?: string): Promise<string> =>
  spool.put(await packBody(JSON.stringify(value)), { kind, ...(subject && { subject }) })
const session = (native_id: string) => ({
  machine: {},
  sessions: [{ tool: 'claude-code', native_id, messages: [], edits: [] }],
})
const away = (status = 503) => new ApiError({ status, code: 'x.away', message: 'Away.' })
const none = () => undefined

type Client = DrainDeps['client']
const ingest: Client['ingest'] = async () => {
  const native_id = `s${asked.filter((one) => one.startsWith('session')).length + 1}`
  asked.push(`session ${native_id}`)
  const result = {
    native_id,
    session_id: 'ses_1',
    created: true,
    inserted_edits: 0,
    server_redactions: 0,
    inserted_messages: 0,
    updated_messages: 0,
    unchanged_messages: 0,
    total_messages: 0,
  }
  return { machine_id: 'mac_1', sessions: [result] } satisfies IngestResponse
}
const report = async () => {
  asked.push('memory files')
  return {
    machine_id: 'mac_1',
    project_id: null,
    revision: 1,
    server_redactions: 0,
    files: { reported: 0, changed: 0, gone: 0 },
  }
}
const unasked = () => Promise.reject(new Error('not asked'))

const drainTo = (client: Partial<Client>, more: Partial<DrainDeps> = {}) =>
  drain({
    client: {
      ingest,
      memoryFiles: { report },
      books: { ingest: unasked },
      commits: { ingest: unasked },
      codeGraph: { send: unasked },
      ...client,
    },
    spool,
    store: { acknowledged: async () => undefined, arrived: none, forget: async () => undefined },
    holdBack: { session: async () => undefined, quarantine: unasked },
    retryPolicy: noRetries(0, { sleep: async () => undefined }),
    onAcknowledged: none,
    onRefused: none,
    onSent: none,
    ...more,
  })

test('each kind is sent in its order, sessions before the rest', async () => {
  await put('memory-files', { revision: 1 })
  await put('sessions', session('s1'))
  await put('memory-files', { revision: 1 })
  await put('sessions', session('s2'))
  expect((await drainTo({})).size).toBe(0)
  expect(asked).toEqual(['session s1', 'session s2', 'memory files', 'memory files'])
  expect(spool.waiting()).toEqual([])
})

test('a kind the server is in trouble with keeps its order and holds up no other', async () => {
  await put('books', { name: 'x', files: [] })
  const waiting = await put('memory-files', { revision: 1 })
  await put('sessions', session('s1'))
  const troubles = await drainTo({
    memoryFiles: {
      report: async () => {
        asked.push('memory files')
        throw away()
      },
    },
    books: {
      ingest: async () => {
        asked.push('book')
        throw away(422)
      },
    },
  })
  expect([...troubles.keys()]).toEqual(['memory-files'])
  expect(asked).toEqual(['session s1', 'memory files', 'book'])
  expect(spool.waiting().map(({ id }) => id)).toEqual([waiting])
  expect(spool.quarantined().map(({ header }) => header.kind)).toEqual(['books'])
})

test.each([
  [
    'deletions',
    { deleted: ['plan/pump', 'plan/queue'] },
    /2 entities would be deleted.*--allow-deletions/,
  ],
  ['elsewhere', null, /from another repository or branch.*--move-home/],
] as const)(
  'a book that the server held back for %s is set aside with what to do',
  async (state, plan, why) => {
    await put('books', { name: 'heron', files: [] }, 'heron')
    await put('memory-files', { revision: 1 })
    const failures: { message: string; isRefused: boolean }[] = []
    const answer = { state, plan, wanted: [], problems: [], summary: null } as unknown
    await drainTo(
      { books: { ingest: async () => answer as never } },
      { ledgers: { books: { failed: (_, failure) => void failures.push(failure) } } },
    )
    expect(spool.waiting()).toEqual([])
    expect(spool.quarantined().map(({ header }) => header.subject)).toEqual(['heron'])
    expect(spool.quarantined()[0]?.header.refusals[0]).toMatchObject({
      native_id: 'heron',
      code: `book.${state}`,
      message: expect.stringMatching(why),
    })
    expect(failures).toMatchObject([{ isRefused: true, message: expect.stringMatching(why) }])
    // The next ingest of the book takes its place.
    await put('books', { name: 'heron', files: [] }, 'heron')
    expect(spool.quarantined()).toEqual([])
  },
)

test('a server that takes no sessions is asked for nothing else', async () => {
  await put('memory-files', { revision: 1 })
  await put('sessions', session('s1'))
  const refusing = () => Promise.reject(away(401))
  await expect(drainTo({ ingest: refusing })).rejects.toThrow('Away.')
  expect(asked).toEqual([])
  expect(spool.waiting()).toHaveLength(2)
})

test('only the kinds that were asked for are sent', async () => {
  await put('memory-files', { revision: 1 })
  await put('sessions', session('s1'))
  await drainTo({}, { kinds: ['sessions'] })
  expect(asked).toEqual(['session s1'])
})
