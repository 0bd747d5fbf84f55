import { contextQuerySchema } from '@teamlore/shared'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRemember } from '../memories/remember.ts'
import { makeUpdateMemory } from '../memories/update-memory.ts'
import { type OwnSearchWorld, openSearchWorld } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeGetContext } from './get-context.ts'

let world: OwnSearchWorld
beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(buildSession())
})
afterAll(() => world[Symbol.asyncDispose]())

const remember = (statement: string, more = {}) =>
  makeRemember({ unitOfWork: world.unitOfWork })(
    world.scope,
    rememberRequestSchema.parse({ statement, ...more }),
  )
const brief = (query = {}) =>
  makeGetContext({ unitOfWork: world.unitOfWork, search: world.search })(
    world.scope,
    contextQuerySchema.parse({ project: 'parser', budget_tokens: 600, ...query }),
  )

describe('memories in a brief', () => {
  test('stand first, those that hold alone, with what was not taken', async () => {
    const old = await remember('Uploads may be 10 MB.', { project: 'parser' })
    const now = await remember('Uploads may be 20 MB.', {
      project: 'parser',
      supersedes: old.id,
      reason: 'Videos are larger.',
      rejected: ['No limit at all'],
    })
    await remember('Uploads may be 90 MB.', { project: 'parser', draft: true })
    await remember('Planted words of a page.', { project: 'parser', origin: 'web' })
    const { text, included } = await brief()
    expect(text).toMatch(/What the team holds to be so[\s\S]*Uploads may be 20 MB/)
    expect(text).toContain('Because: Videos are larger.')
    expect(text).toContain('Not taken: No limit at all.')
    for (const gone of ['10 MB', '90 MB', 'Planted']) expect(text).not.toContain(gone)
    expect(included).toContainEqual({ id: now.id, kind: 'memory', tokens: expect.any(Number) })
  })

  test('are those that bear on the task first, and what does not fit is counted', async () => {
    for (let n = 0; n < 30; n++)
      await remember(`Rule ${n} of the house concerns paint number ${n * 7}.`, {
        project: 'parser',
      })
    await remember('The walrus importer must never run twice in a night.', {
      project: 'parser',
      anchors: [
        {
          path: 'src/walrus.ts',
          symbol: null,
          start_line: null,
          end_line: null,
          content_hash: null,
        },
      ],
    })
    for (const query of [{ q: 'change the walrus importer' }, { files: 'src/walrus.ts' }]) {
      const { text, tokens, left_out } = await brief({ ...query, budget_tokens: 250 })
      expect(text).toContain('walrus importer')
      expect(tokens).toBeLessThanOrEqual(250)
      expect(left_out.count).toBeGreaterThan(0)
    }
  })

  test('of all projects belong to each, those of another project to none but it', async () => {
    await world.send(
      buildSession({
        native_id: 'other',
        project: {
          remote_url: 'https://git.test/acme/tide.git',
          root_commit: null,
          root_path: '/t',
        },
      }),
    )
    await remember('Every repository is released on Tuesdays.')
    await remember('The tide gauge is read at noon.', { project: 'tide' })
    const { text } = await brief({ q: 'released Tuesdays tide gauge', budget_tokens: 2_000 })
    expect(text).toContain('released on Tuesdays')
    expect(text).not.toContain('tide gauge')
  })

  test('that somebody called out of date say so', async () => {
    const memory = await remember('The mirror is rebuilt by hand.', { project: 'tide' })
    const update = makeUpdateMemory({ unitOfWork: world.unitOfWork })
    await update(world.scope, {
      id: memory.id,
      request: { action: 'stale', reason: 'a job does it' },
    })
    const { text } = await brief({ project: 'tide' })
    expect(text).toMatch(/rebuilt by hand.*Called out of date on .*a job does it/)
  })
})
