import { ingestSessionSchema, toolSchema } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { makeDelta } from '../delta/session-delta.ts'
import { emptyState } from '../delta/session-state.ts'
import { placeKey } from '../place.ts'
import type { Found, Place, ReadSession, Source } from '../source.ts'
import { testUnknownRecords } from './strange-stores.ts'

type Setup = {
  make: () => Source
  /** A folder with sessions of the tool, a file of another tool among them. */
  samples: string
  /** Where the tool is surely not installed. */
  makeMissing: () => Source
}

const placeOf = (found: Found | undefined): Place =>
  found === undefined || 'problem' in found ? { path: '' } : found

const keyOf = (found: Found | undefined): string => placeKey(placeOf(found))

/** What every source promises, whatever the tool. */
export const describeSourceContract = (
  name: string,
  { make, samples, makeMissing }: Setup,
): void => {
  const findAll = async (source: Source, path?: string): Promise<Found[]> => {
    const found: Found[] = []
    for await (const one of source.find(path)) found.push(one)
    return found
  }

  const readAll = async (source: Source) => {
    const sessions: { path: string; session: ReadSession }[] = []
    const skipped: { path: string; reason: string }[] = []
    for (const found of await findAll(source, samples)) {
      if ('problem' in found) throw new Error(`${found.path}: ${found.problem}`)
      const outcome = await source.read([found])
      if (outcome.status === 'session') sessions.push({ ...found, session: outcome.session })
      else skipped.push({ path: found.path, reason: outcome.reason })
    }
    return { sessions, skipped }
  }

  describe(`the source contract: ${name}`, () => {
    test('its name is a tool name', () => {
      expect(toolSchema.safeParse(make().info.name).success).toBe(true)
      expect(make().info.label).not.toBe('')
    })

    test('finds files in the same order each time, each once, group by group', async () => {
      const first = await findAll(make(), samples)
      expect(first).not.toEqual([])
      expect(await findAll(make(), samples)).toEqual(first)
      expect(new Set(first.map(keyOf)).size).toBe(first.length)
    })

    test('a file that is named is looked at, whatever its name', async () => {
      const [first] = await findAll(make(), samples)
      const named = await findAll(make(), first?.path ?? '')
      expect(named.map(keyOf)).toContain(keyOf(first))
      expect(new Set(named.map(({ path }) => path))).toEqual(new Set([first?.path]))
    })

    test('it recognises the files of its sessions by what they hold, and no others', async () => {
      const { sessions, skipped } = await readAll(make())
      for (const { path } of sessions)
        expect([path, await make().recognises(path)]).toEqual([path, true])
      const own = new Set(sessions.map(({ path }) => path))
      const foreign = skipped.filter(
        ({ path, reason }) => !own.has(path) && /is a file of/.test(reason),
      )
      for (const { path } of foreign)
        expect([path, await make().recognises(path)]).toEqual([path, false])
    })

    test('where the tool is not installed, nothing is found and nothing goes wrong', async () => {
      const source = makeMissing()
      expect(await source.isInstalled()).toBe(false)
      expect(await source.watchPaths()).toEqual([])
      expect(await findAll(source)).toEqual([])
    })

    test('reads sessions, and skips what is none with a sentence why', async () => {
      const { sessions, skipped } = await readAll(make())
      expect(sessions).not.toEqual([])
      expect(skipped).not.toEqual([])
      for (const { reason } of skipped) expect(reason).not.toBe('')
      for (const { session } of sessions) expect(session.tool).toBe(make().info.name)
    })

    test('reading again gives the same', async () => {
      expect(await readAll(make())).toEqual(await readAll(make()))
    })

    test('keys are unique, parents and the messages of edits exist', async () => {
      for (const { session } of (await readAll(make())).sessions) {
        const keys = session.messages.map(({ key }) => key)
        const named = [
          ...session.messages.flatMap(({ parent_key }) => parent_key ?? []),
          ...session.edits.map(({ message_key }) => message_key),
        ]
        expect(new Set(keys).size).toBe(keys.length)
        expect(new Set(session.edits.map(({ key }) => key)).size).toBe(session.edits.length)
        expect(named.filter((key) => !keys.includes(key))).toEqual([])
      }
    })

    test('what it reads fits the wire contract', async () => {
      for (const { path, session } of (await readAll(make())).sessions) {
        const state = emptyState(session.tool, session.native_id)
        const delta = makeDelta({
          session,
          state,
          project: null,
          dropped: new Map(),
          sourcePath: path,
        })
        const wire = {
          ...delta.header,
          messages: delta.messages.map(({ json }) => JSON.parse(json)),
          edits: delta.edits.map(({ json }) => JSON.parse(json)),
        }
        expect(ingestSessionSchema.safeParse(wire).error?.issues).toBeUndefined()
      }
    })

    test('a file that is gone is an error of the file system, not of the format', async () => {
      await expect(make().read([{ path: `${samples}/gone.jsonl` }])).rejects.toMatchObject({
        code: 'ENOENT',
      })
    })

    testUnknownRecords(make)

    test('an aborted reading ends', async () => {
      const [first] = await findAll(make(), samples)
      await expect(make().read([placeOf(first)], AbortSignal.abort())).rejects.toMatchObject({
        name: 'AbortError',
      })
    })
  })
}
