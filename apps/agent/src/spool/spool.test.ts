import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSpool, type SpoolOptions } from './spool.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const TOOLS = { 'claude-code': { sessions: 1, messages: 2 } }
const SESSIONS = { kind: 'sessions', tools: TOOLS } as const
const REFUSAL = { native_id: 's', status: 422, code: 'x.y', message: 'no' }
const open = (options: Partial<SpoolOptions> = {}) =>
  openSpool({ root: folder.path, limitBytes: 1e6, now: () => new Date(), ...options })
const files = (name: 'spool' | 'rejected') => readdirSync(join(folder.path, name))

describe('the spool', () => {
  test('keeps batches in the order they came, over restarts, until they are removed', async () => {
    const first = await open()
    const ids = [
      await first.put(Buffer.from('one\nline'), SESSIONS),
      await first.put(Buffer.from('two'), SESSIONS),
    ]
    const second = await open()
    expect(second.waiting().map(({ id }) => id)).toEqual(ids)
    expect(second.first()?.header.tools).toEqual(TOOLS)
    expect((await second.read(ids[0] ?? ''))?.toString()).toBe('one\nline')
    await second.remove(ids[0] ?? '')
    const third = await second.put(Buffer.from('three'), SESSIONS)
    expect((await open()).waiting().map(({ id }) => id)).toEqual([ids[1], third])
  })

  test('is for its owner alone, also where the folder was open before', async () => {
    await open()
    chmodSync(join(folder.path, 'spool'), 0o755)
    const spool = await open()
    await spool.put(Buffer.from('x'), SESSIONS)
    const [name = ''] = files('spool')
    expect(statSync(join(folder.path, 'spool')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder.path, 'spool', name)).mode & 0o777).toBe(0o600)
  })

  test('refuses the new when it is full, and keeps the old', async () => {
    const spool = await open({ limitBytes: 1_000 })
    const kept = await spool.put(Buffer.alloc(800), SESSIONS)
    await expect(spool.put(Buffer.alloc(300), SESSIONS)).rejects.toMatchObject({
      name: 'SpoolFullError',
      message: expect.stringContaining('LORE_SPOOL_MB'),
    })
    expect(spool.waiting().map(({ id }) => id)).toEqual([kept])
    await spool.remove(kept)
    await spool.put(Buffer.alloc(300), SESSIONS)
  })

  test('counts what was quarantined as room taken, so that it cannot grow without end', async () => {
    const spool = await open({ limitBytes: 1_500 })
    const id = await spool.put(Buffer.alloc(800), SESSIONS)
    await spool.quarantine(id, Buffer.alloc(800), { tools: TOOLS, refusals: [REFUSAL] })
    expect(spool.has(id)).toBe(true)
    await expect(spool.put(Buffer.alloc(800), SESSIONS)).rejects.toThrow('LORE_SPOOL_MB')
  })

  test('gives what was quarantined another chance, under the same name and before newer ones', async () => {
    const spool = await open()
    const id = await spool.put(Buffer.from('x'), SESSIONS)
    await spool.quarantine(id, Buffer.from('y'), { tools: TOOLS, refusals: [REFUSAL] })
    await spool.put(Buffer.from('z'), SESSIONS)
    const again = await open()
    expect(again.quarantined()[0]?.header).toMatchObject({ refusals: [REFUSAL], tools: TOOLS })
    expect(await again.release(({ header }) => header.refusals[0]?.status === 500)).toBe(0)
    expect(await again.release()).toBe(1)
    expect(again.first()?.id).toBe(id)
    expect((await again.read(id))?.toString()).toBe('y')
  })

  test('a batch half written by a process that died is no batch, and is cleared away', async () => {
    await open()
    folder.write('spool/00000001-0badcafe.batch.12345678.tmp', 'half')
    folder.write('spool/notes.txt', 'left alone')
    const spool = await open()
    expect(spool.waiting()).toEqual([])
    await spool.reload()
    expect(files('spool')).toEqual(['notes.txt'])
  })

  test('opening it takes nothing away from a process that is writing a batch or has just sent one', async () => {
    const watching = await open()
    let isOver = false
    const writing = (async () => {
      for (let n = 0; n < 100; n++)
        await watching.remove(await watching.put(Buffer.from('x'), SESSIONS))
    })().finally(() => {
      isOver = true
    })
    while (!isOver) await open()
    await writing
  })

  test.each(['', 'no header', '{"version":9}\nbody', '\n', 'x'.repeat(2_000_000)])(
    'a file that is no batch harms nobody (%#)',
    async (content) => {
      await open()
      folder.write('spool/00000001-0badcafe.batch', content)
      const spool = await open()
      expect(spool.waiting()).toEqual([])
      expect(await spool.put(Buffer.from('x'), SESSIONS)).toMatch(/^0000000\d-/)
    },
  )

  test('a batch that somebody took away is gone, nothing else', async () => {
    const spool = await open()
    const id = await spool.put(Buffer.from('x'), SESSIONS)
    rmSync(join(folder.path, 'spool', `${id}.batch`))
    expect(await spool.read(id)).toBeUndefined()
    expect(spool.has(id)).toBe(false)
  })

  test('what cannot be written leaves nothing behind and counts for nothing', async () => {
    const spool = await open({
      write: async () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      },
    })
    await expect(spool.put(Buffer.from('x'), SESSIONS)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(spool.bytes()).toBe(0)
    expect(files('spool')).toEqual([])
  })

  test('a damaged one is put where it can be looked at, and is on its way no more', async () => {
    const spool = await open()
    const id = await spool.put(Buffer.from('x'), SESSIONS)
    await spool.discard(id)
    expect(spool.has(id)).toBe(false)
    expect(files('rejected')).toEqual([`${id}.damaged`])
    expect(readFileSync(join(folder.path, 'rejected', `${id}.damaged`), 'utf8')).toContain('x')
    writeFileSync(join(folder.path, 'rejected', 'x'), '')
    expect((await open()).quarantined()).toEqual([])
  })
})

describe('what a batch is', () => {
  test('is known over restarts, and of batches of the first version too', async () => {
    const first = await open()
    await first.put(Buffer.from('x'), { kind: 'books', subject: 'Harbour' })
    const old = { version: 1, created_at: '2026-05-01T00:00:00.000Z', tools: TOOLS }
    const header = JSON.stringify({ ...old, refusals: [], set_aside_at: null })
    writeFileSync(join(folder.path, 'spool', '00000007-0a1b2c3d.batch'), `${header}\nbody`)
    const spool = await open()
    expect(spool.waiting().map(({ header }) => [header.kind, header.subject])).toEqual([
      ['books', 'Harbour'],
      ['sessions', null],
    ])
    expect(spool.first('sessions')?.header.tools).toEqual(TOOLS)
    expect((await spool.read('00000007-0a1b2c3d'))?.toString()).toBe('body')
  })

  test('of a kind that a newer version knows is left alone', async () => {
    const name = '00000001-0a1b2c3d.batch'
    const newer = { version: 2, kind: 'dreams', subject: null, tools: {}, refusals: [] }
    const at = { created_at: '2026-05-01T00:00:00.000Z', quarantined_at: null }
    await open()
    writeFileSync(join(folder.path, 'spool', name), `${JSON.stringify({ ...newer, ...at })}\nx`)
    const spool = await open()
    await spool.reload()
    expect(spool.first()).toBeUndefined()
    expect(files('spool')).toEqual([name])
  })

  test('the newest word on a subject takes the place of the older, quarantined or not', async () => {
    const spool = await open({ limitBytes: 1_000 })
    const about = { kind: 'memory-files', subject: '/work' } as const
    const refused = await spool.put(Buffer.alloc(300), about)
    await spool.quarantine(refused, Buffer.alloc(300), { tools: {}, refusals: [REFUSAL] })
    const other = await spool.put(Buffer.alloc(10), { ...about, subject: '/home' })
    // There is room for one of them only.
    const newest = await spool.put(Buffer.alloc(500), about)
    expect(spool.waiting().map(({ id }) => id)).toEqual([other, newest])
    expect([files('spool').length, files('rejected').length]).toEqual([2, 0])
  })
})
