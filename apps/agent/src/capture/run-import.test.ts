import {
  appendFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  answered,
  call,
  jsonl,
  said,
  text,
  typed,
} from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportBench, importBench } from './testing/import-bench.ts'

const FIXTURES = fileURLToPath(
  new URL('../../../../packages/sources/src/claude-code/fixtures', import.meta.url),
)
const ID = '11111111-aaaa-4aaa-8aaa-111111111111'

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

describe('an import', () => {
  test('brings in everything, once, and says what it did', async () => {
    const report = await bench.run({ path: FIXTURES })
    expect(report).toMatchObject({
      files: 8,
      sessions: 6,
      messages: 46,
      prompts: 7,
      unknownRecords: 2,
      sent: { sessions: 6, messages: 46, requests: 1 },
      unchanged: { sessions: 0 },
      failed: [],
      dryRun: false,
      stopped: false,
      badLines: [{ count: 1, firstLine: 21 }],
    })
    expect(report.skippedFiles.map(({ reason }) => reason)).toEqual([
      'holds no message yet',
      'is a file of Codex, not of Claude Code',
    ])
    const messages = [...bench.server.held.values()].map((held) => held.messages.size)
    expect(messages.reduce((sum, n) => sum + n, 0)).toBe(46)
  })

  test('a second one sends nothing, not even an empty request, and counts the same', async () => {
    const first = await bench.run({ path: FIXTURES })
    const second = await bench.run({ path: FIXTURES })
    expect(bench.server.requests).toHaveLength(1)
    expect(bench.server.others).toEqual([])
    expect(second).toMatchObject({
      sent: { sessions: 0, messages: 0, requests: 0, bytes: 0 },
      unchanged: { sessions: 6 },
    })
    const { files, sessions, messages, prompts, edits, badLines, redactions, unknownRecords } =
      first
    expect(second).toMatchObject({
      files,
      sessions,
      messages,
      prompts,
      edits,
      badLines,
      redactions,
      unknownRecords,
    })
  })

  test('figures of a tool count a session of two files once, and are the same when nothing is new', async () => {
    for (const name of ['a', 'b'])
      bench.files.write(`${name}.jsonl`, `${jsonl(conversation(1))}noise\n`)
    const first = await bench.run()
    expect(first.tools).toMatchObject([
      { tool: 'claude-code', files: 2, sessions: 1, messages: first.messages, badLines: 2 },
    ])
    const second = await bench.run()
    expect(second.sent.sessions).toBe(0)
    expect(second.tools).toEqual(first.tools)
  })

  test('a touched file is read again, and still nothing is sent', async () => {
    const path = bench.files.write(`${ID}.jsonl`, jsonl(conversation(2)))
    await bench.run()
    utimesSync(path, new Date(0), new Date(0))
    expect(await bench.run()).toMatchObject({ unchanged: { sessions: 1 }, replacedFiles: [] })
    expect(bench.server.requests).toHaveLength(1)
  })

  test('a grown file sends only what is new', async () => {
    const records = conversation(3)
    const path = bench.files.write(`${ID}.jsonl`, jsonl(records))
    await bench.run()
    appendFileSync(path, jsonl(conversation(1, 3)))
    const report = await bench.run()
    expect(report.sent).toMatchObject({ sessions: 1, messages: 2, requests: 1 })
    expect(bench.server.requests[1]?.sessions[0]?.messages.map(({ key }) => key)).toEqual([
      'u3',
      'm3:req',
    ])
    expect(report.messages).toBe(8)
  })

  test('a message that grew is sent again, alone', async () => {
    const path = bench.files.write(
      `${ID}.jsonl`,
      jsonl([...conversation(1), said('x1', 'a0', { id: 'mx', block: text('one') })]),
    )
    await bench.run()
    appendFileSync(path, jsonl([said('x2', 'x1', { id: 'mx', block: text('two') })]))
    await bench.run()
    expect(bench.server.requests[1]?.sessions[0]?.messages).toMatchObject([
      { key: 'mx:req', ordinal: 2, blocks: [{ text: 'one' }, { text: 'two' }] },
    ])
  })

  test('an unfinished line is sent when it is finished', async () => {
    const [first, second] = conversation(1).map((one) => JSON.stringify(one))
    const path = bench.files.write(`${ID}.jsonl`, `${first}\n${second?.slice(0, 40)}`)
    await bench.run()
    expect(bench.server.held.get(ID)?.messages.size).toBe(1)
    appendFileSync(path, `${second?.slice(40)}\n`)
    const report = await bench.run()
    expect(report.badLines).toEqual([])
    expect(bench.server.held.get(ID)?.messages.size).toBe(2)
  })

  test('noise that is no message sends nothing, a new title sends the session without messages', async () => {
    const path = bench.files.write(`${ID}.jsonl`, jsonl(conversation(1)))
    await bench.run()
    appendFileSync(path, jsonl([{ type: 'progress', uuid: 'p', parentUuid: 'a0' }]))
    await bench.run()
    expect(bench.server.requests).toHaveLength(1)
    appendFileSync(path, jsonl([{ type: 'custom-title', customTitle: 'Named' }]))
    const report = await bench.run()
    expect(report.sent).toMatchObject({ sessions: 1, messages: 0, requests: 1 })
    expect(bench.server.requests[1]?.sessions).toMatchObject([{ title: 'Named', messages: [] }])
  })

  test('a shortened file deletes nothing and is reported', async () => {
    const path = bench.files.write(`${ID}.jsonl`, jsonl(conversation(3)))
    await bench.run()
    truncateSync(path, jsonl(conversation(1)).length)
    const report = await bench.run()
    expect(report.replacedFiles).toEqual([path])
    expect(bench.server.requests).toHaveLength(1)
    expect(bench.server.held.get(ID)?.messages.size).toBe(6)
  })

  test('a file begun again in mid-session goes on after what the server has', async () => {
    const path = bench.files.write(`${ID}.jsonl`, jsonl(conversation(2)))
    await bench.run()
    const before = bench.server.held.get(ID)?.header
    rmSync(path)
    bench.files.write(`${ID}.jsonl`, jsonl(conversation(2, 2)))
    await bench.run()
    const after = bench.server.held.get(ID)?.header
    expect(after).toMatchObject({ title: 'question 0', started_at: before?.started_at })
    expect(after?.ended_at).not.toBe(before?.ended_at)
    const held = [...(bench.server.held.get(ID)?.messages.values() ?? [])]
    expect(held.map(({ key, ordinal }) => [key, ordinal])).toEqual([
      ...[
        ['u0', 0],
        ['m0:req', 1],
        ['u1', 2],
        ['m1:req', 3],
      ],
      ...[
        ['u2', 4],
        ['m2:req', 5],
        ['u3', 6],
        ['m3:req', 7],
      ],
    ])
  })

  test('a vanished file deletes nothing', async () => {
    const path = bench.files.write(`${ID}.jsonl`, jsonl(conversation(2)))
    await bench.run()
    rmSync(path)
    expect(await bench.run()).toMatchObject({ files: 0, sent: { requests: 0 } })
    expect(bench.server.held.get(ID)?.messages.size).toBe(4)
  })

  test('with the state lost everything is sent again, the same as before', async () => {
    await bench.run({ path: FIXTURES })
    const before = bench.server.content()
    rmSync(join(bench.state.path, 'import'), { recursive: true })
    expect((await bench.run({ path: FIXTURES })).sent.messages).toBe(46)
    expect(bench.server.content()).toEqual(before)
  })

  test('a damaged state is as good as none', async () => {
    const path = bench.files.write(`${ID}.jsonl`, jsonl(conversation(1)))
    await bench.run()
    const root = join(bench.state.path, 'import')
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.json')) writeFileSync(join(root, name), '{"version":1,"files":[{}]')
    appendFileSync(path, jsonl(conversation(1, 1)))
    expect((await bench.run()).sent.messages).toBe(4)
  })

  test('another server starts from nothing', async () => {
    bench.files.write(`${ID}.jsonl`, jsonl(conversation(1)))
    await bench.run()
    expect((await bench.run({ serverId: 'another' })).sent.messages).toBe(2)
  })

  test('a dry run counts what would be sent, sends nothing and leaves nothing behind', async () => {
    const dry = await bench.run({ path: FIXTURES, dryRun: true })
    expect(dry).toMatchObject({ dryRun: true, messages: 46, sent: { sessions: 6, messages: 46 } })
    expect(bench.server.requests).toEqual([])
    const real = await bench.run({ path: FIXTURES })
    expect({ ...real, dryRun: true }).toEqual(dry)
  })

  test('secrets are out before the network, in messages, titles and fingerprints', async () => {
    const secret = ['ghp', 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3d'].join('_')
    const write = call('t', 'Write', {
      file_path: '/x/a',
      content: `token = ${secret}\nplain line`,
    })
    bench.files.write(
      `${ID}.jsonl`,
      jsonl([
        typed('u0', null, `Use ${secret} please`),
        said('a0', 'u0', { id: 'm', block: write }),
        answered('r0', 'a0', { id: 't', content: `wrote ${secret}` }),
      ]),
    )
    const report = await bench.run()
    expect(JSON.stringify(bench.server.requests)).not.toContain(secret)
    expect(report.redactions).toBe(3)
    expect(bench.server.held.get(ID)).toMatchObject({
      header: { title: 'Use [REDACTED:github] please', source: { redactions: 3 } },
    })
    expect([...(bench.server.held.get(ID)?.edits.values() ?? [])]).toMatchObject([
      { added_lines: 2, added: [expect.stringMatching(/^[0-9a-f]{16}$/)] },
    ])
  })

  test('a file that may not be read or is gone is named, the rest is sent', async () => {
    bench.files.write(`${ID}.jsonl`, jsonl(conversation(1)))
    symlinkSync('nowhere.jsonl', join(bench.files.path, 'broken.jsonl'))
    const report = await bench.run()
    expect(report.failed).toEqual([
      { name: join(bench.files.path, 'broken.jsonl'), reason: 'is a link that leads nowhere' },
    ])
    expect(report.sent.sessions).toBe(1)
  })

  test('what is found and cannot be read is in its report to the server, and out of it once it can', async () => {
    const link = join(dirname(bench.files.write(`.claude/projects/-p/${ID}.jsonl`, '')), 'x.jsonl')
    symlinkSync('nowhere', link)
    const message = `${link} is a link that leads nowhere`
    await bench.runHome()
    expect(bench.server.reports.at(-1)?.tools).toMatchObject([
      { tool: 'claude-code', last_error: { code: 'capture.unreadable', message } },
    ])
    rmSync(link)
    await bench.runHome()
    expect(bench.server.reports.at(-1)?.tools).toMatchObject([{ last_error: null }])
  })

  test('a path that does not exist is an error', async () => {
    await expect(bench.run({ path: join(bench.files.path, 'gone') })).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })

  test('only the tools asked for are looked at', async () => {
    expect(await bench.run({ path: FIXTURES, tools: ['codex'] })).toMatchObject({ files: 0 })
    expect(await bench.run({ path: FIXTURES, tools: ['claude-code'] })).toMatchObject({ files: 8 })
  })
})
