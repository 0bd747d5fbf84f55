import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { redactId } from '@teamlore/redaction'
import { answered, call, jsonl, said, typed } from '@teamlore/sources/claude-code/testing/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { labelledSecrets } from '../../../../bench/labelled/index.ts'
import { openSpool } from '../spool/spool.ts'
import { packBody, unpackBody } from '../wire/wire.ts'
import { serverRoot } from './state-store.ts'
import { problem } from './testing/fake-server.ts'
import { type ImportBench, importBench } from './testing/import-bench.ts'

const keys = labelledSecrets()
  .filter(({ kind }) => ['github classic', 'npm', 'jwt'].includes(kind))
  .map(({ secret }) => secret)
const [one = '', other = ''] = keys

let bench: ImportBench
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

/** A question and a file written, in a session called after a key, as are its messages and calls. */
const turns = (key: string, nth = 0) => {
  const [asked, wrote, done] = ['u', 'a', 'r'].map((name) => `${name}${nth}-${key}`) as [
    ...[string, string, string],
  ]
  const more = { sessionId: `s-${key}` }
  const input = { file_path: '/home/ada/anvil/a.ts', content: `x${nth}\n` }
  return [
    typed(asked, nth === 0 ? null : `r${nth - 1}-${key}`, `question ${nth}`, more),
    said(wrote, asked, {
      id: `m${nth}-${key}`,
      block: call(`c${nth}-${key}`, 'Write', input),
      more,
    }),
    { ...answered(done, wrote, { id: `c${nth}-${key}` }), ...more },
  ]
}

const everythingKept = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

describe('sessions, messages and calls that are called after a key', () => {
  test('are sent and remembered without it, each by a name of its own, in their order', async () => {
    for (const [n, key] of keys.entries()) bench.files.write(`${n}.jsonl`, jsonl(turns(key)))
    const report = await bench.run()
    expect(report.sent).toMatchObject({ sessions: keys.length, messages: 3 * keys.length })
    const places = [JSON.stringify(bench.server.requests), everythingKept(bench.state.path)]
    for (const key of keys) for (const place of places) expect(place).not.toContain(key)
    const held = bench.server.content()
    expect(Object.keys(held).sort()).toEqual(keys.map((key) => redactId(`s-${key}`)).sort())
    const { messages = [], edits = [] } = held[redactId(`s-${one}`)] ?? {}
    const [asked, wrote, done] = messages
    expect(wrote?.parent_key).toBe(asked?.key)
    expect(done?.parent_key).toBe(wrote?.key)
    expect(wrote?.blocks).toMatchObject([{ type: 'tool_call', id: redactId(`c0-${one}`) }])
    expect(done?.blocks).toMatchObject([{ tool_call_id: redactId(`c0-${one}`) }])
    expect(edits).toMatchObject([
      {
        message_key: wrote?.key,
        tool_call_id: redactId(`c0-${one}`),
        path: '/home/ada/anvil/a.ts',
      },
    ])
  })

  test('are known again: the same file sends nothing, a longer one what is new', async () => {
    const path = bench.files.write('x.jsonl', jsonl(turns(one)))
    await bench.run()
    expect((await bench.run()).sent.requests).toBe(0)
    appendFileSync(path, jsonl(turns(one, 1)))
    expect((await bench.run()).sent).toMatchObject({ sessions: 1, messages: 3 })
    expect(bench.server.held.get(redactId(`s-${one}`))?.messages.size).toBe(6)
  })

  test('are taken for what was sent where an older version had written the batch', async () => {
    bench.files.write('x.jsonl', jsonl(turns(one)))
    bench.server.intercept(() => problem(503, 'x.away', 'Away.'))
    await expect(bench.run()).rejects.toThrow('Away.')
    const spool = await openSpool({
      root: serverRoot(bench.state.path, bench.server.baseUrl),
      limitBytes: 1e6,
      now: () => new Date(),
    })
    const batch = spool.first()
    const request = await unpackBody((await spool.read(batch?.id ?? '')) ?? Buffer.alloc(0))
    const raw = request.sessions.map((session) => ({ ...session, native_id: `s-${other}` }))
    await spool.put(await packBody(JSON.stringify({ ...request, sessions: raw })), {
      kind: 'sessions',
    })
    await spool.remove(batch?.id ?? '')
    bench.server.intercept(({ sessions }) => ({
      status: 200,
      body: { machine_id: 'mac_1', sessions: sessions.map(({ native_id }) => answerOf(native_id)) },
    }))
    await bench.run()
    expect((await bench.run()).sent.requests).toBe(0)
  })
})

/** As the server answers, which knows a session by its clean name alone. */
const answerOf = (nativeId: string) => ({
  native_id: redactId(nativeId),
  session_id: 'ses_1',
  created: true,
  inserted_edits: 0,
  inserted_messages: 3,
  updated_messages: 0,
  unchanged_messages: 0,
  total_messages: 3,
  server_redactions: 1,
})
