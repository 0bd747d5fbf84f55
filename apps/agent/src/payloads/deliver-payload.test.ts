import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '@teamlore/shared'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSpool, type Spool } from '../spool/spool.ts'
import { createFakeTimes } from '../testing/fake-times.ts'
import { noRetries, shortRetries } from '../wire/retry-policy.ts'
import { packBody } from '../wire/wire.ts'
import { deliver } from './deliver-payload.ts'
import { halvesBy, type Payload } from './payload.ts'

let folder: ReturnType<typeof temporaryFolder>
let spool: Spool
/** Items the server took, and what it is asked before. */
let taken: number[]
let asked: number
let refuse: (items: number[]) => ApiError | undefined

beforeEach(async () => {
  folder = temporaryFolder()
  spool = await open()
  taken = []
  asked = 0
  refuse = () => undefined
})
afterEach(() => folder.remove())

const open = () => openSpool({ root: folder.path, limitBytes: 1e6, now: () => new Date() })
const failed = (status: number, code = 'x.y', retryAfterMs?: number) =>
  new ApiError({
    status,
    code,
    message: `Status ${status}.`,
    ...(retryAfterMs ? { retryAfterMs } : {}),
  })

const COUNTS: Payload<string> = {
  label: 'counts',
  halve: halvesBy('items'),
  send: async ({ value }) => {
    asked++
    const { items } = value as { items: number[] }
    const error = refuse(items)
    if (error !== undefined) throw error
    taken.push(...items)
    return 'taken'
  },
}

const put = async (items: number[], subject?: string) =>
  spool.put(await packBody(JSON.stringify({ items })), {
    kind: 'books',
    ...(subject === undefined ? {} : { subject }),
  })

type Reported = { delivered: number; failed: { code: string; isRefused: boolean }[] }

/** Sends the oldest, and returns what its ledger noted. */
const sendFirst = async (retryPolicy = shortRetries(createFakeTimes())) => {
  const reported: Reported = { delivered: 0, failed: [] }
  const batch = spool.first()
  if (batch === undefined) throw new Error('nothing waits')
  const trouble = await deliver(batch, {
    client: NOBODY,
    spool,
    retryPolicy,
    payload: COUNTS,
    ledger: {
      delivered: () => void reported.delivered++,
      failed: (_, { code, isRefused }) => void reported.failed.push({ code, isRefused }),
    },
  })
  return { trouble, ...reported }
}
const never = () => Promise.reject(new Error('not asked'))
const NOBODY = {
  memoryFiles: { report: never },
  books: { ingest: never },
  commits: { ingest: never },
  codeGraph: { send: never },
}

describe('a batch of any kind', () => {
  test('leaves the spool when the server has taken it', async () => {
    await put([1, 2])
    expect(await sendFirst()).toEqual({ trouble: undefined, delivered: 1, failed: [] })
    expect([taken, spool.waiting()]).toEqual([[1, 2], []])
  })

  test.each([
    [0, 'network.unreachable'],
    [401, 'auth.required'],
    [429, 'x.limit'],
    [503, 'x.away'],
    [507, 'server.disk_full'],
    [200, 'client.unexpected_answer'],
  ])('waits on over restarts where the answer is %i %s', async (status, code) => {
    await put([1])
    refuse = () => failed(status, code)
    const sleepless = noRetries(0, { sleep: async () => undefined })
    expect(await sendFirst(sleepless)).toMatchObject({
      trouble: { code },
      failed: [{ code, isRefused: false }],
    })
    spool = await open()
    refuse = () => undefined
    await sendFirst()
    expect(taken).toEqual([1])
  })

  test('is sent when the server asks for patience and then takes it', async () => {
    await put([1])
    refuse = () => (asked < 3 ? failed(429, 'x.limit', 2_000) : undefined)
    expect(await sendFirst()).toMatchObject({ trouble: undefined, delivered: 1 })
    expect(asked).toBe(3)
  })

  test.each([400, 403, 404, 409, 413, 415, 422, 500])(
    'goes to quarantine where the answer is %i, and gets another chance',
    async (status) => {
      await put([1])
      refuse = () => failed(status)
      expect(await sendFirst()).toMatchObject({
        trouble: undefined,
        failed: [{ isRefused: true }],
      })
      expect(spool.waiting()).toEqual([])
      expect(spool.quarantined()[0]?.header).toMatchObject({
        kind: 'books',
        refusals: [{ native_id: 'lorebooks', status, message: `Status ${status}.` }],
      })
      refuse = () => undefined
      await spool.release()
      await sendFirst()
      expect(taken).toEqual([1])
    },
  )

  test('of a server in trouble is not given up at the first 500', async () => {
    await put([1])
    refuse = () => failed(500)
    const { trouble } = await sendFirst(noRetries(0, { sleep: async () => undefined }))
    expect(trouble).toMatchObject({ status: 500 })
    expect(spool.waiting()).toHaveLength(1)
  })

  test('that is too large is halved, and only what is still too large is put away', async () => {
    await put([1, 2, 3, 4, 5, 6, 7, 8])
    refuse = (items) => (items.length > 4 || items.includes(7) ? failed(413) : undefined)
    expect(await sendFirst()).toMatchObject({ delivered: 3, failed: [{ isRefused: true }] })
    expect(taken).toEqual([1, 2, 3, 4, 5, 6, 8])
    expect([spool.waiting().length, spool.quarantined().length]).toEqual([0, 1])
    refuse = () => undefined
    await spool.release()
    await sendFirst()
    expect(taken).toEqual([1, 2, 3, 4, 5, 6, 8, 7])
  })

  test('that cannot be read any more is put away and reported', async () => {
    const id = await put([1])
    const path = join(folder.path, 'spool', `${id}.batch`)
    const { header } = spool.first() ?? {}
    writeFileSync(path, `${JSON.stringify(header)}\nnonsense`)
    spool = await open()
    expect(await sendFirst()).toMatchObject({
      failed: [{ code: 'spool.damaged', isRefused: false }],
    })
    expect(asked).toBe(0)
    expect(readdirSync(join(folder.path, 'rejected'))).toEqual([`${id}.damaged`])
  })

  test('that a newer one replaced while it was refused is not put away', async () => {
    await put([1], 'harbour')
    refuse = () => failed(422)
    const replaced: Payload<string> = {
      ...COUNTS,
      send: async (sending) => {
        await put([2], 'harbour')
        return COUNTS.send(sending)
      },
    }
    const batch = spool.first()
    if (batch === undefined) throw new Error('nothing waits')
    await deliver(batch, {
      client: NOBODY,
      spool,
      retryPolicy: shortRetries(createFakeTimes()),
      payload: replaced,
      ledger: {},
    })
    expect(spool.quarantined()).toEqual([])
    expect(spool.waiting()).toHaveLength(1)
  })
})
