import { ingestSessionSchema } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeDelta } from '../delta/session-delta.ts'
import { emptyState } from '../delta/session-state.ts'
import type { ReadSession, Source } from '../source.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Replaces some of what stands in a JSON value by something else. */
export type Twist = <T>(value: T) => T

type Setup = {
  make: () => Source
  /** Writes a store of the tool below a folder, each of its JSON values twisted. */
  store: (folder: string, twist: Twist) => void
}

const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    1e300,
    true,
    [],
    {},
    'REDACTED',
    '\u0000',
    '\ud800',
    deep,
  ),
  fc.constantFrom<unknown>('x'.repeat(10_000), '[{"type":"text"}]', ['text'], { text: {} }),
)

/** One in `rarity` values is replaced, whole objects as well as what stands in them. */
const twister = (picks: readonly number[], values: readonly unknown[], rarity: number): Twist => {
  let at = 0
  const next = (): number => picks[at++ % picks.length] ?? 0
  const walk = (value: unknown): unknown => {
    const pick = next()
    if (pick % rarity === 0) return values[pick % values.length]
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
  }
  return <T>(value: T) => walk(value) as T
}

const issuesOf = (session: ReadSession, path: string) => {
  const state = emptyState(session.tool, session.native_id)
  const dropped = new Map<string, string>()
  const delta = makeDelta({ session, state, project: null, dropped, sourcePath: path })
  const messages = delta.messages.map(({ json }): unknown => JSON.parse(json))
  const edits = delta.edits.map(({ json }): unknown => JSON.parse(json))
  return ingestSessionSchema.safeParse({ ...delta.header, messages, edits }).error?.issues
}

/** What holds of every tool that keeps JSON in a database, whatever the JSON is. */
export const describeHostileValues = (name: string, { make, store }: Setup): void => {
  const readAll = async (folder: string): Promise<void> => {
    const source = make()
    for await (const found of source.find(folder)) {
      if ('problem' in found) continue
      const outcome = await source.read([found])
      if (outcome.status !== 'session') continue
      const { messages, edits } = outcome.session
      const keys = messages.map(({ key }) => key)
      expect(issuesOf(outcome.session, found.path)).toBeUndefined()
      expect(new Set(keys).size).toBe(keys.length)
      expect(edits.filter(({ message_key }) => !keys.includes(message_key))).toEqual([])
    }
  }

  describe(`whatever stands in a database of ${name}`, () => {
    test('reading never throws, and what it gives fits the contract', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(), { minLength: 40, maxLength: 200 }),
          fc.array(strange, { minLength: 1, maxLength: 12 }),
          fc.constantFrom(4, 12, 40),
          async (picks, values, rarity) => {
            const folder = temporaryFolder()
            try {
              store(folder.path, twister(picks, values, rarity))
              await readAll(folder.path)
            } finally {
              folder.remove()
            }
          },
        ),
        { numRuns: 15 },
      )
    })
  })
}
