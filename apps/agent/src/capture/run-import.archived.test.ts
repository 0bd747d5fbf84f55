import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCodexSource } from '@teamlore/sources/codex/codex.source'
import { head, id, said, user } from '@teamlore/sources/codex/testing/rollouts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportBench, importBench } from './testing/import-bench.ts'

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench((surroundings) => [createCodexSource(surroundings)])
})
afterEach(() => bench.close())

const NAME = `rollout-2026-03-01T10-00-00-${id(1)}.jsonl`
const LIVE = `.codex/sessions/2026/03/01/${NAME}`
const ARCHIVED = `.codex/archived_sessions/${NAME}`

/** As many of four messages, one about as long as all others, as had been said by then. */
const rollout = (place: string, messages: number) => {
  const texts = ['Begin', 'Begun', 'Go on', 'Gone on']
  const records = texts.map((text, at) => (at % 2 === 0 ? user(text) : said(text)))
  const lines = [head({ id: id(1) }), ...records.slice(0, messages)]
  bench.files.write(place, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

/** What the server was sent, message by message, in order. */
const sent = () => {
  const sessions = bench.server.requests.flatMap((request) => request.sessions)
  expect(new Set(sessions.map(({ native_id }) => native_id))).toEqual(new Set([id(1)]))
  return sessions.flatMap(({ messages }) =>
    messages.map(({ ordinal, blocks }) => [ordinal, 'text' in (blocks[0] ?? {}) && blocks[0]]),
  )
}

describe('a session of Codex that is live and archived', () => {
  test.each([
    ['the archived one is longer', 2, 4],
    ['the live one is longer', 4, 2],
  ])('is one session with all of it, where %s', async (_, live, archived) => {
    rollout(LIVE, live)
    rollout(ARCHIVED, archived)
    const report = await bench.runHome()
    expect(report).toMatchObject({ sessions: 1, messages: 4, sent: { sessions: 1, messages: 4 } })
    expect(sent().map(([ordinal]) => ordinal)).toEqual([0, 1, 2, 3])
    expect(await bench.runHome()).toMatchObject({ sent: { sessions: 0, messages: 0 } })
  })

  test('and is so by the path of the folder of both, in which the archived one comes first', async () => {
    rollout(LIVE, 2)
    rollout(ARCHIVED, 4)
    const report = await bench.run({ path: join(bench.files.path, '.codex') })
    expect(report).toMatchObject({ sessions: 1, messages: 4, sent: { sessions: 1, messages: 4 } })
  })

  test('keeps what the longer one brought when the shorter one is read after it', async () => {
    rollout(ARCHIVED, 4)
    await bench.runHome()
    rollout(LIVE, 2)
    await bench.runHome()
    rmSync(join(bench.files.path, ARCHIVED))
    await bench.runHome()
    expect(sent().map(([ordinal]) => ordinal)).toEqual([0, 1, 2, 3])
  })

  test('gains what the longer one has when that is read after the shorter one', async () => {
    rollout(LIVE, 2)
    await bench.runHome()
    rollout(ARCHIVED, 4)
    await bench.runHome()
    expect(sent().map(([ordinal]) => ordinal)).toEqual([0, 1, 2, 3])
  })
})
