import { writeFileSync } from 'node:fs'
import { ingestSessionSchema } from '@teamlore/shared'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDelta } from '../delta/session-delta.ts'
import { emptyState } from '../delta/session-state.ts'
import type { ReadSession } from '../source.ts'
import { expectSame, piecesOf, readAtOnce, readInPieces } from '../testing/read-on.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createClaudeCodeSource } from './claude-code.source.ts'
import { readSession } from './read-session.ts'
import { answered, call, jsonl, record, said, text, typed } from './testing/records.ts'

const ID = '11111111-aaaa-4aaa-8aaa-111111111111'

let folder: ReturnType<typeof temporaryFolder>
let path = ''
beforeEach(() => {
  folder = temporaryFolder()
  path = folder.write(`${ID}.jsonl`, '')
})
afterEach(() => folder.remove())

const readBytes = async (bytes: Uint8Array): Promise<ReadSession | null> => {
  writeFileSync(path, bytes)
  const outcome = await readSession([{ path }])
  return outcome.status === 'session' ? outcome.session : null
}

const asRequest = (session: ReadSession) => {
  const delta = makeDelta({
    session,
    project: null,
    state: emptyState('claude-code', ID),
    dropped: new Map(),
    sourcePath: path,
  })
  return {
    ...delta.header,
    messages: delta.messages.map(({ json }) => JSON.parse(json)),
    edits: delta.edits.map(({ json }) => JSON.parse(json)),
  }
}

/** Records with few ids, so that they meet: same uuids, broken parents, calls without results. */
const id = fc.constantFrom('u1', 'u2', 'u3', 'a1', 'a2', 't1', 't2')
const anyRecord = fc.oneof(
  fc.tuple(id, fc.option(id), fc.string()).map(([u, p, words]) => typed(u, p, words)),
  fc.tuple(id, id, id, id).map(([u, p, m, t]) =>
    said(u, p, {
      id: m,
      block: call(t, 'Edit', { file_path: '/x', old_string: 'a', new_string: 'b' }),
    }),
  ),
  fc
    .tuple(id, id, id, fc.string())
    .map(([u, p, m, words]) => said(u, p, { id: m, block: text(words) })),
  fc
    .tuple(id, id, id)
    .map(([u, p, t]) =>
      answered(u, p, { id: t, result: { filePath: '/x', structuredPatch: [{ lines: ['+a'] }] } }),
    ),
  fc.tuple(id, id).map(([u, p]) => record(u, p, { type: 'progress' })),
  fc.constantFrom({ type: 'custom-title', customTitle: 'T' }, { type: 'weather' }, 'noise', 7),
  fc
    .tuple(id, fc.jsonValue(), fc.jsonValue())
    .map(([u, content, result]) => typed(u, null, content, { toolUseResult: result })),
)

describe('whatever stands in a file', () => {
  test('reading never throws, and what it gives fits the contract', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 25 }), async (records) => {
        const session = await readBytes(Buffer.from(jsonl(records)))
        if (session === null) return
        expect(ingestSessionSchema.safeParse(asRequest(session)).error?.issues).toBeUndefined()
        const keys = session.messages.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        for (const { parent_key } of session.messages)
          if (parent_key !== null) expect(keys).toContain(parent_key)
        for (const { message_key } of session.edits) expect(keys).toContain(message_key)
      }),
      { numRuns: 60 },
    )
  })

  test('reading never throws on any bytes', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom(
          '{"type":"user","message":{"content":',
          '"x"}}',
          '\n',
          '{"isSidechain":false}',
        )
        .map((s) => Buffer.from(s)),
      anyRecord.map((one) => Buffer.from(JSON.stringify(one))),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        await readBytes(Buffer.concat(pieces))
      }),
      { numRuns: 60 },
    )
  })

  test('a file read while it grows ends like one read at once, and no message ever goes or moves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { minLength: 1, maxLength: 15 }),
        fc.nat(),
        async (records, cut) => {
          const whole = Buffer.from(jsonl(records))
          const before = await readBytes(whole.subarray(0, cut % whole.length))
          const after = await readBytes(whole)
          const keysBefore = before?.messages.map(({ key }) => key) ?? []
          const keysAfter = after?.messages.map(({ key }) => key) ?? []
          expect(keysAfter.slice(0, keysBefore.length)).toEqual(keysBefore)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a file that is read on as it grows', () => {
  test('in any pieces, the same reaches the server as when it is read at once', async () => {
    const source = createClaudeCodeSource({ home: folder.path })
    const cuts = fc.array(fc.nat(), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 25 }), cuts, async (records, at) => {
        const whole = Buffer.from(jsonl(records))
        const { sent } = await readInPieces(source, path, piecesOf(whole, at))
        expectSame(sent, await readAtOnce(source, path, whole))
      }),
      { numRuns: 150 },
    )
  })
})

describe('hostile files', () => {
  test('JSON nested beyond all measure is read without running out of stack', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const line = JSON.stringify(said('a1', null, { id: 'm', block: call('t', 'X', 'DEEP') }))
    const session = await readBytes(Buffer.from(`${line.replace('"DEEP"', deep)}\n`))
    expect(JSON.stringify(session?.messages[0]?.blocks)).toContain('nested too deeply')
  })

  test('chains of great length and parents in circles take no time to speak of', async () => {
    const many = 30_000
    const chain = Array.from({ length: many }, (_, i) =>
      record(`p${i}`, i === 0 ? `p${many - 1}` : `p${i - 1}`, { type: 'progress' }),
    )
    const leaves = Array.from({ length: 3_000 }, (_, i) => typed(`u${i}`, `p${many - 1}`, 'x'))
    const session = await readBytes(Buffer.from(jsonl([...chain, ...leaves])))
    expect(session?.messages).toHaveLength(3_000)
    expect(session?.messages.filter(({ is_abandoned }) => is_abandoned)).toHaveLength(2_999)
  })
})
