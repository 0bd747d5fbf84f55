import { readFileSync } from 'node:fs'
import { ingestSessionSchema } from '@teamlore/shared'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDelta } from '../delta/session-delta.ts'
import { emptyState } from '../delta/session-state.ts'
import type { ReadSession, Source } from '../source.ts'
import { temporaryFolder } from './temporary-folder.ts'

const DEEP = '"a value nested beyond all measure"'
const DEEP_JSON = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

/** What is put where something else was promised. */
const STRANGE: readonly unknown[] = [
  ...[null, 7, -1.5, true, '', 'words', [], {}, [null], { a: [1] }, '{"a":', '[7]'],
  ...['x'.repeat(5_000), 9e15, ['words', 7], JSON.parse(DEEP), { __proto__: null, text: [] }],
]

type Path = readonly (string | number)[]

const pathsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [
        path,
        ...Object.entries(value).flatMap(([key, item]) =>
          pathsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
        ),
      ]

const replaced = (value: unknown, [step, ...rest]: Path, by: unknown): unknown => {
  if (step === undefined) return by
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? (Object.assign([], value) as never)
    : { ...(value as object) }
  copy[step] = replaced(copy[step], rest, by)
  return copy
}

const issuesOf = (session: ReadSession) => {
  const state = emptyState(session.tool, session.native_id)
  const dropped = new Map<string, string>()
  const delta = makeDelta({ session, state, project: null, dropped, sourcePath: '/x' })
  const messages = delta.messages.map(({ json }): unknown => JSON.parse(json))
  const edits = delta.edits.map(({ json }): unknown => JSON.parse(json))
  return ingestSessionSchema.safeParse({ ...delta.header, messages, edits }).error?.issues
}

/** Holds of every tool that writes whole JSON documents: whatever stands where, reading them never throws. */
export const testHostileDocuments = (setup: {
  make: () => Source
  /** A document of the tool. */
  fixture: string
  /** Under which name it is read, below some folder. */
  fileName: string
}): void => {
  const { make, fixture, fileName } = setup
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => folder.remove())

  test(`${fileName} with strange values in it is read without an error, and fits the contract`, async () => {
    const whole: unknown = JSON.parse(readFileSync(fixture, 'utf8'))
    const place = fc.constantFrom(...pathsIn(whole))
    const change = fc.tuple(place, fc.constantFrom(...STRANGE))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const changed = changes.reduce((value, [path, by]) => {
          try {
            return replaced(value, path, by)
          } catch {
            return value
          }
        }, whole)
        const text = JSON.stringify(changed).replaceAll(DEEP, DEEP_JSON)
        const outcome = await make().read([{ path: folder.write(fileName, text) }])
        if (outcome.status !== 'session') return
        expect(issuesOf(outcome.session)).toBeUndefined()
        const keys = outcome.session.messages.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      { numRuns: 200 },
    )
  })
}
