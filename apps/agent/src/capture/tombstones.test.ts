import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { tombstoneName } from '@teamlore/shared/tombstone-names'
import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverRoot } from './state-store.ts'
import { problem } from './testing/fake-server.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const TEAM = 'team'
const ID = '11111111-aaaa-4aaa-8aaa-111111111111'
const OTHER = '22222222-bbbb-4bbb-8bbb-222222222222'

/** A question and its answer, as Claude Code writes them down. */
const turn = (n: number, session: string) => [
  typed(`${session[0]}u${n}`, null, `question ${session[0]}.${n}`, { sessionId: session }),
  said(`${session[0]}a${n}`, `${session[0]}u${n}`, {
    id: `${session[0]}m${n}`,
    block: text(`answer ${n}`),
    more: { sessionId: session },
  }),
]
const keysOf = (turns: number[], session = ID): string[] =>
  turns.flatMap((n) => [`${session[0]}m${n}:req`, `${session[0]}u${n}`]).sort()
const run = (more: Parameters<ImportBench['run']>[0] = {}) =>
  bench.run({ serverId: TEAM, ...more }).catch((error: unknown) => error)
const says = (turns: number[], session = ID) =>
  bench.files.write(`${session}.jsonl`, jsonl(turns.flatMap((n) => turn(n, session))))
const sha = (name: string) => createHash('sha256').update(name).digest('hex')
const nameOf = (session: string, team = TEAM) => tombstoneName.session(team, 'claude-code', session)
const forget = (...names: string[]) => bench.server.forget(names.map(sha))
const away = () =>
  bench.server.trouble((_, url) =>
    url.endsWith('/ingest') ? problem(503, 'x.y', 'away') : undefined,
  )
const offline = () => bench.server.trouble(() => 'cut')
const back = () => bench.server.trouble(() => undefined)
const root = () => serverRoot(bench.state.path, TEAM)
const heldKeys = (session = ID) =>
  [...(bench.server.held.get(session)?.messages.keys() ?? [])].sort()

/** So many messages the server is to have. */
const captured = (): number => {
  const { tools } = JSON.parse(readFileSync(join(root(), 'capture.json'), 'utf8'))
  return tools.find(({ tool }: { tool: string }) => tool === 'claude-code').messages
}

/** All that lies on this machine of the server, unpacked. */
const onDisk = (): string =>
  readdirSync(root(), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => {
      const bytes = readFileSync(join(file.parentPath, file.name))
      if (!/\.(?:batch|damaged)$/.test(file.name)) return bytes.toString()
      const body = bytes.subarray(bytes.indexOf(10) + 1)
      return bytes.toString() + (body.length === 0 ? '' : brotliDecompressSync(body).toString())
    })
    .join('\n')

describe('what was forgotten while this machine could not send', () => {
  beforeEach(async () => {
    says([1, 2])
    says([1], OTHER)
    away()
    await run()
    expect(onDisk()).toContain('question 1.1')
  })

  test('goes from the spool at the next contact, and the rest of the batch arrives', async () => {
    forget(nameOf(ID))
    back()
    await run()
    expect(
      bench.server.requests.flatMap(({ sessions }) => sessions.map((one) => one.native_id)),
    ).toEqual([OTHER])
    expect(heldKeys(OTHER)).toEqual(keysOf([1], OTHER))
    expect(onDisk()).not.toContain('question 1.1')
  })

  test('goes from the disk also where the server takes nothing yet', async () => {
    forget(nameOf(ID))
    away()
    await run()
    const left = onDisk()
    expect(left).not.toContain('question 1.2')
    expect(left).toContain(`"native_id":"${OTHER}"`)
  })

  test('is not sent when its file goes on', async () => {
    forget(nameOf(ID))
    back()
    await run()
    says([1, 2, 3])
    await run()
    expect(heldKeys()).toEqual([])
    expect(onDisk()).not.toContain('question 1.3')
  })

  test('is sent whole once it is brought back', async () => {
    forget(nameOf(ID))
    back()
    await run()
    says([1, 2, 3])
    await run()
    bench.server.forget([])
    await run()
    expect(heldKeys()).toEqual(keysOf([1, 2, 3]))
  })

  test('stays known as captured, so nothing is sent by a run that hears nothing new', async () => {
    forget(nameOf(ID))
    back()
    await run()
    await run()
    expect(heldKeys()).toEqual([])
  })

  test('is let go of with the caches, which are cleaned before it counts as done', async () => {
    forget(nameOf(ID))
    back()
    await run({ dropQuotes: () => Promise.reject(new Error('killed here')) })
    offline()
    let dropped = 0
    // Offline, what was begun is finished.
    await run({ dropQuotes: async () => void dropped++ })
    await run({ dropQuotes: async () => void dropped++ })
    expect(dropped).toBe(1)
  })

  test('by its message alone leaves the others', async () => {
    forget(tombstoneName.message(TEAM, 'claude-code', ID, '1u2'))
    back()
    await run()
    expect(heldKeys()).toEqual(keysOf([1, 2]).filter((key) => key !== '1u2'))
    expect(captured()).toBe(5)
    expect(onDisk()).not.toContain('question 1.2')
    bench.server.forget([])
    await run()
    expect(heldKeys()).toEqual(keysOf([1, 2]))
    expect(captured()).toBe(6)
  })

  test('by its message stays left out when something else is forgotten as well', async () => {
    const message = tombstoneName.message(TEAM, 'claude-code', ID, '1u2')
    forget(message)
    back()
    await run()
    forget(message, nameOf('another'))
    await run()
    expect(heldKeys()).not.toContain('1u2')
  })

  test('by another team is sent all the same', async () => {
    forget(nameOf(ID, 'others'))
    back()
    await run()
    expect(heldKeys()).toEqual(keysOf([1, 2]))
  })

  test('is no matter to a server that does not know of it', async () => {
    bench.server.trouble((_, url) =>
      url.endsWith('/tombstones') ? problem(404, 'route.not_found', 'no') : undefined,
    )
    await run()
    expect(heldKeys()).toEqual(keysOf([1, 2]))
  })

  test('goes from quarantine, too', async () => {
    bench.server.trouble((_, url) =>
      url.endsWith('/ingest') ? problem(422, 'x.y', 'no') : undefined,
    )
    await run()
    expect(readdirSync(join(root(), 'rejected'))).toHaveLength(1)
    forget(nameOf(ID), nameOf(OTHER))
    offline()
    back()
    await run()
    expect(readdirSync(join(root(), 'rejected'))).toEqual([])
    expect(bench.server.held.size).toBe(0)
  })

  test('goes from what could not be read any more', async () => {
    writeFileSync(join(root(), 'rejected', '00000009-0123abcd.damaged'), 'question 1, torn')
    forget(nameOf(ID))
    back()
    await run()
    expect(readFileSync(join(root(), 'rejected', '00000009-0123abcd.damaged'), 'utf8')).toBe('')
  })

  test('is found among a thousand others', async () => {
    forget(...Array.from({ length: 1_000 }, (_, n) => nameOf(`other-${n}`)), nameOf(ID))
    back()
    await run()
    expect(heldKeys()).toEqual([])
    expect(JSON.parse(readFileSync(join(root(), 'tombstones.json'), 'utf8'))).toMatchObject({
      hashes: [sha(nameOf(ID))],
      last: { sessions: 1, again: 0 },
    })
  })
})

test('a session that arrived and was forgotten is not missed, and its title is kept nowhere', async () => {
  says([1])
  await run()
  expect(captured()).toBe(2)
  forget(nameOf(ID))
  await run()
  expect(captured()).toBe(0)
  expect(onDisk()).not.toContain('question 1.1')
})

test('what a forgotten session started is not missed either', async () => {
  away()
  says([1])
  const more = { sessionId: ID, isSidechain: true, agentId: 'a1' }
  bench.files.write(`${ID}/subagents/agent-a1.jsonl`, jsonl([typed('su1', null, 'look', more)]))
  await run()
  expect(captured()).toBe(3)
  forget(nameOf(ID))
  back()
  await run()
  expect(bench.server.held.size).toBe(0)
  expect(captured()).toBe(0)
})

test('nothing is asked of sessions as long as the mark is the same', async () => {
  says([1])
  await run()
  const asked = bench.server.tombstones.asked
  await run()
  expect(bench.server.tombstones.asked).toBe(asked)
})

describe('what the server left out of itself', () => {
  /** As if it was forgotten between the question of this machine and what it sends. */
  const leaveOut = () =>
    bench.server.intercept(({ sessions }) => {
      forget(nameOf(ID))
      const counts = { inserted_messages: 0, updated_messages: 0, inserted_edits: 0 }
      const answers = sessions.map(({ native_id, messages: { length } }) => ({
        native_id,
        session_id: 'ses_1',
        created: false,
        ...counts,
        server_redactions: 0,
        unchanged_messages: length,
        total_messages: length,
        forgotten: true,
      }))
      return { status: 200, body: { machine_id: 'mac_1', sessions: answers } }
    })
  // With the times of each as they were.
  const talk = [1, 2, 3].map((n) => turn(n, ID))
  const goesOnTo = (n: number) => bench.files.write(`${ID}.jsonl`, jsonl(talk.slice(0, n).flat()))
  const take = () => bench.server.intercept(() => undefined)

  test('is sent after an undo, with all that came meanwhile', async () => {
    goesOnTo(1)
    await run()
    goesOnTo(2)
    leaveOut()
    await run()
    take()
    goesOnTo(3)
    await run()
    expect(heldKeys()).toEqual(keysOf([1]))
    forget()
    await run()
    expect(heldKeys()).toEqual(keysOf([1, 2, 3]))
  })

  test('holds nothing back where nobody would hear of an undo', async () => {
    bench.server.trouble((_, url) =>
      url.endsWith('/tombstones') ? problem(404, 'route.not_found', 'no') : undefined,
    )
    goesOnTo(1)
    leaveOut()
    await run()
    take()
    goesOnTo(2)
    await run()
    expect(heldKeys()).toEqual(keysOf([2]))
  })
})
