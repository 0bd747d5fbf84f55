import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStateStore } from './state-store.ts'
import { partOf } from './testing/part-of.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const open = () => openStateStore({ root: folder.path, isOnItsWay: () => true, isReadOnly: false })
const waiting = { batch: 'b1', branches: new Map<string, string>() }
const many = Array.from({ length: 1_200 }, (_, at) => `m${at}`)

describe('what is known of a large session', () => {
  test('is on disk after everything was written, also what was captured line by line', async () => {
    const store = await open()
    await store.captured(partOf(many), waiting)
    await store.captured(partOf(['late']), waiting)
    expect((await (await open()).session('codex', 's1')).messages.has('late')).toBe(false)
    await store.flush()
    const { messages } = await (await open()).session('codex', 's1')
    expect(messages.size).toBe(1_201)
    expect(messages.has('late')).toBe(true)
  })

  test('is not lost when memory is given back before it was written', async () => {
    const store = await open()
    await store.captured(partOf(many), waiting)
    await store.captured(partOf(['late']), waiting)
    await store.forget()
    expect((await store.session('codex', 's1')).messages.has('late')).toBe(true)
  })

  test('shows other sessions a message before it is written', async () => {
    const store = await open()
    await store.captured(partOf(many), waiting)
    await store.captured(partOf(['late']), waiting)
    store.rememberFiles([
      {
        dev: 1,
        ino: 1,
        size: 1,
        mtime_ms: 1,
        head: '',
        path: '/x',
        offset: 0,
        group: 'g',
        tool: 'codex',
        native_id: 's1',
        redactions: 0,
        unknown_records: 0,
        batches: [],
        counts: { messages: 0, prompts: 0, edits: 0, output_tokens: 0 },
        bad_lines: { count: 0, first: 0 },
      },
    ])
    expect(await store.mayHold({ tool: 'codex', group: 'g' }, ['late'])).toBe(true)
  })
})

describe('what a dry run counted', () => {
  test('is remembered to its end, however much it counts after that, and never written', async () => {
    const written = await open()
    await written.captured(partOf(['m1']), waiting)
    await written.flush()
    const dry = await openStateStore({
      root: folder.path,
      isOnItsWay: () => true,
      isReadOnly: true,
    })
    await dry.captured(partOf(['m2']), waiting)
    // More than is kept in memory of sessions that are not in use.
    const others = Array.from({ length: 20_001 }, (_, at) => `o${at}`)
    await dry.captured(partOf(others, { nativeId: 's2' }), waiting)
    expect([...(await dry.session('codex', 's1')).messages.keys()]).toEqual(['m1', 'm2'])
    await dry.flush()
    expect([...(await (await open()).session('codex', 's1')).messages.keys()]).toEqual(['m1'])
  })
})
