import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { child, forge, writeTree } from '@teamlore/sources/opencode/testing/make-store'
import { createSources } from '@teamlore/sources/sources'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportBench, importBench } from './testing/import-bench.ts'

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench(createSources)
})
afterEach(() => bench.close())

const TREE = 'copy of opencode/storage'

/** As OpenCode wrote it, with the session in each part of a message. */
const write = (old = false): string => {
  const root = join(bench.files.path, TREE)
  const named = forge.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => ({ ...part, sessionID: forge.id })),
  }))
  writeTree(root, { ...forge, messages: named }, { old })
  return root
}

describe('a tree of files of OpenCode that is named by its path', () => {
  test.each([
    ['the folder that holds it', '..'],
    ['the tree', '.'],
    ['its sessions', 'session'],
    ['the file of one', 'session/global/ses_forge.json'],
    ['its messages', 'message'],
    ['those of one session', 'message/ses_forge'],
    ['one message', 'message/ses_forge/msg_2.json'],
    ['its parts', 'part'],
    ['those of one message', 'part/msg_2'],
    ['one part', 'part/msg_2/prt_2_1.json'],
  ])('is the same session with all of it by %s', async (_, path) => {
    const root = write()
    const report = await bench.run({ path: join(root, path) })
    expect(report).toMatchObject({ sessions: 1, messages: 5, failed: [], skippedFiles: [] })
    const [session] = bench.server.requests.flatMap(({ sessions }) => sessions)
    expect(session).toMatchObject({ native_id: forge.id, title: 'Heat the forge' })
    expect(await bench.run({ path: root })).toMatchObject({ sent: { sessions: 0 } })
  })

  test('is read so in the shape of older versions, too', async () => {
    const root = write(true)
    for (const path of ['.', 'session/part', 'session/message/ses_forge/msg_2.json'])
      expect(await bench.run({ path: join(root, path) })).toMatchObject({
        sessions: 1,
        messages: 5,
        skippedFiles: [],
      })
  })

  test('says what a part without its messages is, and what else lies there', async () => {
    const root = write()
    for (const path of ['message', 'session/global']) rmSync(join(root, path), { recursive: true })
    writeTree(root, child)
    bench.files.write(`${TREE}/message/notes/plan.json`, '{"plan":"none"}')
    const report = await bench.run({ path: root })
    expect(report).toMatchObject({ sessions: 1, messages: 2 })
    const skipped = report.skippedFiles.map(({ path }) => path.slice(root.length + 1)).sort()
    expect(skipped).toContain('message/notes/plan.json')
    expect(skipped).toContain('part/msg_2/prt_2_0.json')
    expect(skipped.some((path) => path.startsWith('part/msg_c'))).toBe(false)
  })
})
