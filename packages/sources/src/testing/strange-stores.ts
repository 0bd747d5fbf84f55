import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDelta } from '../delta/session-delta.ts'
import { emptyState } from '../delta/session-state.ts'
import type { ReadMessage, ReadSession, Source } from '../source.ts'
import { strangeDatabasesOf } from './strange-databases.ts'
import { strangeFilesOf } from './strange-files.ts'
import type { StrangeStore } from './strange-store.ts'
import { temporaryFolder } from './temporary-folder.ts'

const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const FIELDS = { beam: { light: 'blue', note: `export GITHUB_TOKEN=${SECRET}` } }

const storesOf = (tool: string): readonly StrangeStore[] | undefined => {
  const [files, databases] = [strangeFilesOf(tool), strangeDatabasesOf(tool)]
  return files || databases ? [...(files ?? []), ...(databases ?? [])] : undefined
}

const isStrange = ({ blocks }: ReadMessage): boolean =>
  blocks.some((block) => block.type === 'other' && /hologram/i.test(block.name))

/** Records of unknown kinds are kept raw, never an error. */
export const testUnknownRecords = (make: () => Source): void => {
  const stores = storesOf(make().info.name)
  test('this file states how a record of an unknown kind may look in its files', () => {
    expect(stores).toBeDefined()
  })

  let folders: ReturnType<typeof temporaryFolder>[] = []
  beforeEach(() => {
    folders = [temporaryFolder(), temporaryFolder()]
  })
  afterEach(() => {
    for (const folder of folders) folder.remove()
  })

  const read = async (path: string): Promise<ReadSession> => {
    const source = make()
    for await (const found of source.find(path)) {
      if ('problem' in found) throw new Error(found.problem)
      const outcome = await source.read([found])
      if (outcome.status === 'session') return outcome.session
    }
    throw new Error('holds no session')
  }

  describe.each(stores ?? [])('of a kind nobody knows: $name', ({ write }) => {
    const written = (at: 0 | 1, goesOn: boolean): string =>
      write(folders[at] ?? temporaryFolder(), FIELDS, goesOn)

    test('it is kept as it was found, in its place, and counted', async () => {
      const { messages, figures } = await read(written(0, true))
      const at = messages.findIndex(isStrange)
      expect(messages.filter(isStrange)).toHaveLength(1)
      expect(at).toBeGreaterThan(0)
      expect(at).toBeLessThan(messages.length - 1)
      expect(JSON.stringify(messages[at]?.blocks)).toContain('"light":"blue"')
      const counts = Object.entries(figures.unknownRecords)
      expect(counts).toEqual([[expect.stringMatching(/hologram/i), 1]])
    })

    test('as what nobody said, so that it is not searched', async () => {
      const { messages } = await read(written(0, true))
      const strange = messages.find(isStrange)
      // A part of an answer stands in the answer.
      if (strange?.role === 'assistant')
        expect(strange.blocks.map(({ type }) => type)).toEqual(['other'])
      else expect(strange).toMatchObject({ role: 'system', kind: 'injected' })
    })

    test('reading again, or when more was said, changes nothing of it', async () => {
      const path = written(0, false)
      const before = (await read(path)).messages
      expect((await read(path)).messages).toEqual(before)
      const after = (await read(written(1, true))).messages
      const kept = new Map(after.map((one) => [one.key, one.blocks]))
      for (const { key, blocks } of before) expect([key, kept.get(key)]).toEqual([key, blocks])
      expect(after.length).toBeGreaterThan(before.length)
    })

    test('secrets in it do not leave the machine', async () => {
      const session = await read(written(0, true))
      const { messages } = makeDelta({
        session,
        project: null,
        sourcePath: '',
        dropped: new Map(),
        state: emptyState(session.tool, session.native_id),
      })
      const sent = messages.map(({ json }) => json).join('\n')
      expect(sent).toContain('blue')
      expect(sent).not.toContain(SECRET)
    })
  })
}
