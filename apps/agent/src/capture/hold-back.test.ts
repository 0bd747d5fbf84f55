import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { ApiError } from '@teamlore/shared'
import { tombstoneName } from '@teamlore/shared/tombstone-names'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noRetries } from '../wire/retry-policy.ts'
import { packBody } from '../wire/wire.ts'
import { letGo } from './let-go.ts'
import { openServerStorage, type ServerStorage } from './server-storage.ts'
import { sendSessions } from './upload.ts'

const TEAM = 'team'
let folder: ReturnType<typeof temporaryFolder>
let storage: ServerStorage
beforeEach(async () => {
  folder = temporaryFolder()
  storage = await openServerStorage({
    stateDir: folder.path,
    serverId: TEAM,
    spoolLimitBytes: 1e6,
    isReadOnly: false,
    rulesFile: join(folder.path, 'redaction.json'),
    now: () => new Date(),
  })
})
afterEach(() => folder.remove())

const spoolOf = () => {
  if (storage.spool === undefined) throw new Error('It has a spool.')
  return storage.spool
}
const session = (native_id: string) => ({
  tool: 'claude-code',
  native_id,
  title: `said in ${native_id}`,
  edits: [],
  messages: [{ key: `${native_id}-1`, blocks: [{ type: 'text', text: `words of ${native_id}` }] }],
})
const put = async (...ids: string[]) => {
  const body = await packBody(JSON.stringify({ machine: {}, sessions: ids.map(session) }))
  await spoolOf().put(body, {
    kind: 'sessions',
    tools: {},
  })
}

/** Sends what waits to a server that will have none of it; this machine hears meanwhile that these were forgotten. */
const sendWhileForgetting = async (...ids: string[]): Promise<void> => {
  const [batch] = spoolOf().waiting()
  if (batch === undefined) throw new Error('Nothing waits.')
  const hashes = ids.map((id) =>
    createHash('sha256')
      .update(tombstoneName.session(TEAM, 'claude-code', id))
      .digest('hex'),
  )
  await sendSessions(batch, {
    ...storage,
    spool: spoolOf(),
    retryPolicy: noRetries(0, { sleep: async () => undefined }),
    onAcknowledged: () => undefined,
    onRefused: () => undefined,
    onSent: () => undefined,
    client: {
      ingest: async () => {
        const due = { at: new Date().toISOString(), sessions: 1, again: 0 }
        await storage.tombstones.receive('1', new Set(hashes), due)
        await letGo({ ...storage, spool: spoolOf() })
        throw new ApiError({ status: 422, code: 'x.y', message: 'no' })
      },
    },
  })
}

const inQuarantine = (): string[] =>
  readdirSync(join(storage.root, 'rejected')).map((name) => {
    const bytes = readFileSync(join(storage.root, 'rejected', name))
    const at = bytes.indexOf(10) + 1
    return bytes.subarray(0, at) + brotliDecompressSync(bytes.subarray(at)).toString()
  })

test('what is forgotten while it is refused does not come back into quarantine', async () => {
  await put('a')
  await sendWhileForgetting('a')
  expect(inQuarantine()).toEqual([])
  expect(spoolOf().waiting()).toEqual([])
})

test('of several that are refused, the others are put away with what the server said of them', async () => {
  await put('a', 'b')
  await sendWhileForgetting('a')
  const [kept = '', ...more] = inQuarantine()
  expect(more).toEqual([])
  expect(kept).not.toContain('words of a')
  expect(kept).toContain('words of b')
  expect(spoolOf().quarantined()[0]?.header).toMatchObject({
    tools: { 'claude-code': { messages: 1 } },
    refusals: [{ native_id: 'b', status: 422 }],
  })
})
