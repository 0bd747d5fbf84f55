import { writeFileSync } from 'node:fs'
import { ingestSessionSchema } from '@teamlore/shared'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDelta } from '../delta/session-delta.ts'
import { emptyState } from '../delta/session-state.ts'
import type { ReadSession, Source } from '../source.ts'
import { expectSame, piecesOf, readAtOnce, readInPieces } from './read-on.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Setup = {
  make: () => Source
  /** Path of a session's file below a folder. */
  fileName: string
  /** What makes the tool's file one; stands before all others. */
  head: readonly unknown[]
  /** Records with few ids, so that they meet. */
  record: fc.Arbitrary<unknown>
  /** True where records are only ever added to the file, so that no message may go or move while it grows. */
  isAppended: boolean
}

const jsonl = (records: readonly unknown[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('')

/** What holds of every tool that writes JSON lines, whatever stands in its files. */
export const describeHostileLines = (
  name: string,
  { make, fileName, head, record, isAppended }: Setup,
): void => {
  let folder: ReturnType<typeof temporaryFolder>
  let path = ''
  beforeEach(() => {
    folder = temporaryFolder()
    path = folder.write(fileName, '')
  })
  afterEach(() => folder.remove())

  const readBytes = async (bytes: Uint8Array | string): Promise<ReadSession | null> => {
    writeFileSync(path, bytes)
    const outcome = await make().read([{ path }])
    return outcome.status === 'session' ? outcome.session : null
  }

  const issuesOf = (session: ReadSession) => {
    const state = emptyState(session.tool, session.native_id)
    const dropped = new Map<string, string>()
    const delta = makeDelta({ session, state, project: null, dropped, sourcePath: path })
    const messages = delta.messages.map(({ json }): unknown => JSON.parse(json))
    const edits = delta.edits.map(({ json }): unknown => JSON.parse(json))
    return ingestSessionSchema.safeParse({ ...delta.header, messages, edits }).error?.issues
  }

  const records = fc.array(record, { maxLength: 25 })

  describe(`whatever stands in a file of ${name}`, () => {
    test('reading never throws, and what it gives fits the contract', async () => {
      await fc.assert(
        fc.asyncProperty(records, async (some) => {
          const session = await readBytes(jsonl([...head, ...some]))
          if (session === null) return
          expect(issuesOf(session)).toBeUndefined()
          const keys = session.messages.map(({ key }) => key)
          const editKeys = session.edits.map(({ key }) => key)
          expect(new Set(keys).size).toBe(keys.length)
          expect(new Set(editKeys).size).toBe(editKeys.length)
          const named = session.messages.flatMap(({ parent_key }) => parent_key ?? [])
          for (const { message_key } of session.edits) named.push(message_key)
          expect(named.filter((key) => !keys.includes(key))).toEqual([])
        }),
        { numRuns: 60 },
      )
    })

    test('reading never throws on any bytes', async () => {
      const piece = fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom('\n', '{', '"x"}}', '[[', '{"type":').map((text) => Buffer.from(text)),
        record.map((one) => Buffer.from(`${JSON.stringify(one)}\n`)),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
          await readBytes(Buffer.concat([Buffer.from(jsonl(head)), ...pieces]))
        }),
        { numRuns: 60 },
      )
    })

    test.runIf(isAppended)('while a file grows, no message ever goes or moves', async () => {
      await fc.assert(
        fc.asyncProperty(records, fc.nat(), async (some, cut) => {
          const whole = Buffer.from(jsonl([...head, ...some]))
          const before = await readBytes(whole.subarray(0, cut % whole.length))
          const after = await readBytes(whole)
          const keysBefore = before?.messages.map(({ key }) => key) ?? []
          const keysAfter = after?.messages.map(({ key }) => key) ?? []
          expect(keysAfter.slice(0, keysBefore.length)).toEqual(keysBefore)
        }),
        { numRuns: 60 },
      )
    })

    test.runIf(isAppended)(
      'read on in any pieces as it grows, the same reaches the server as when it is read at once',
      async () => {
        const cuts = fc.array(fc.nat(), { maxLength: 6 })
        await fc.assert(
          fc.asyncProperty(records, cuts, async (some, at) => {
            const whole = Buffer.from(jsonl([...head, ...some]))
            const { sent } = await readInPieces(make(), path, piecesOf(whole, at))
            expectSame(sent, await readAtOnce(make(), path, whole))
          }),
          { numRuns: 80 },
        )
      },
    )

    test('values nested beyond all measure in any field do not exhaust the stack', async () => {
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
      const lines = fc.sample(record, { numRuns: 40, seed: 7 }).flatMap((one) => {
        const json = JSON.stringify(one)
        return [...json.matchAll(/:("[^"\\]*"|true|\d+|\[\])/g)].map((match) => {
          const at = (match.index ?? 0) + 1
          return `${json.slice(0, at)}${deep}${json.slice(at + match[0].length - 1)}\n`
        })
      })
      const session = await readBytes(`${jsonl(head)}${lines.slice(0, 120).join('')}`)
      if (session !== null) expect(issuesOf(session)).toBeUndefined()
    })
  })
}
