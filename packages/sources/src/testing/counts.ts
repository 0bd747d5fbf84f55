import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { placeKey } from '../place.ts'
import type { Place, ReadEdit, ReadSession, Source } from '../source.ts'
import { sharedSamples } from './shared-samples.ts'

type Counts = { messages: number; prompts: number; edits: number; outputTokens: number }

const countIndependently = (counter: string, path: string): Record<string, Counts> => {
  const script = fileURLToPath(new URL(`../../test-support/${counter}`, import.meta.url))
  const printed = execFileSync(process.execPath, [script, path, '--json'], { encoding: 'utf8' })
  return JSON.parse(printed).sessions
}

/** Each session from all its places, as an import reads it. */
const countByReading = async (
  source: Source,
  path: string,
  isCounted: (edit: ReadEdit) => boolean,
): Promise<Record<string, Counts>> => {
  const places = new Map<string, Map<string, Place>>()
  for await (const found of source.find(path)) {
    if ('problem' in found) continue
    const outcome = await source.read([found])
    if (outcome.status !== 'session') continue
    const { native_id } = outcome.session
    const known = places.get(native_id) ?? new Map<string, Place>()
    places.set(native_id, known.set(placeKey(found), found))
  }
  const counts: Record<string, Counts> = {}
  for (const [nativeId, ofSession] of places) {
    const outcome = await source.read([...ofSession.values()])
    if (outcome.status === 'session') counts[nativeId] = countsOf(outcome.session, isCounted)
  }
  return counts
}

const countsOf = (
  { messages, edits }: ReadSession,
  isCounted: (edit: ReadEdit) => boolean,
): Counts => ({
  messages: messages.length,
  prompts: messages.filter(({ kind }) => kind === 'human').length,
  edits: edits.filter(isCounted).length,
  outputTokens: messages.reduce((sum, { usage }) => sum + (usage?.output_tokens ?? 0), 0),
})

/** Holds a reader against a counter that shares no code with it. */
export const testCountsAgree = (setup: {
  make: () => Source
  counter: string
  fixtures: string
  /** Folder of real sessions, on machines that have some. */
  samples: string
  /** Edits the counter knows of; left out where it knows all. */
  isCounted?: (edit: ReadEdit) => boolean
}): void => {
  const { make, counter, fixtures, samples, isCounted = () => true } = setup

  test('of the fixtures, a count that shares no code with the reader finds as much', async () => {
    const counted = countIndependently(counter, fixtures)
    expect(counted).not.toEqual({})
    expect(await countByReading(make(), fixtures, isCounted)).toEqual(counted)
  })

  const real = sharedSamples(samples)
  test.skipIf(!real.isThere)('and of real sessions, where this machine has some', async () => {
    const counted = countIndependently(counter, real.path)
    expect(counted).not.toEqual({})
    expect(await countByReading(make(), real.path, isCounted)).toEqual(counted)
  })
}
