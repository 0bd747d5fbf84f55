import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportBench, importBench } from './testing/import-bench.ts'

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const conversation = (turns: number, from = 0) =>
  Array.from({ length: turns }, (_, i) => i + from).flatMap((i) => [
    typed(`u${i}`, i === 0 ? null : `a${i - 1}`, `question ${i}`),
    said(`a${i}`, `u${i}`, { id: `m${i}`, block: text(`answer ${i}`) }),
  ])

describe('a session that stands in two places', () => {
  const copies = () => {
    bench.files.write('one/11111111-aaaa-4aaa-8aaa-111111111111.jsonl', jsonl(conversation(3)))
    bench.files.write('two/11111111-aaaa-4aaa-8aaa-111111111111.jsonl', jsonl(conversation(5)))
  }

  test('counts once in a dry run, with all that either place has', async () => {
    copies()
    const report = await bench.run({ dryRun: true })
    expect(report).toMatchObject({ sessions: 1, messages: 10, sent: { sessions: 1, messages: 10 } })
  })

  test('is sent once', async () => {
    copies()
    const report = await bench.run()
    expect(report).toMatchObject({ sessions: 1, messages: 10, sent: { sessions: 1, messages: 10 } })
    const sent = bench.server.requests.flatMap(({ sessions }) =>
      sessions.flatMap(({ messages }) => messages.map(({ key }) => key)),
    )
    expect(new Set(sent).size).toBe(sent.length)
  })
})

describe('an import --since', () => {
  test('leaves what is older for another import, which then brings it', async () => {
    bench.files.write('p/22222222-aaaa-4aaa-8aaa-222222222222.jsonl', jsonl(conversation(2)))
    const early = await bench.run({ since: '2099-01-01T00:00:00.000Z' })
    expect(early).toMatchObject({ sessions: 0, older: 1, sent: { sessions: 0 } })
    expect(await bench.run({ since: '2000-01-01T00:00:00.000Z' })).toMatchObject({
      older: 0,
      sent: { sessions: 1 },
    })
  })
})
