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

  test('of all projects belong to each, those of another project only where they bear on the task', async () => {
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
    const { text } = await brief({ q: 'when are we released', budget_tokens: 2_000 })
    expect(text).toContain('released on Tuesdays')
    expect(text).not.toContain('tide gauge')
    const near = await brief({ q: 'when is the tide gauge read', budget_tokens: 2_000 })
    expect(near.text).toMatch(
      /## Known from other projects\n\n- \*\*The tide gauge is read at noon\.\*\* \(.*acme\/tide/,
    )
  })

  test('hold the five surest of the project, whatever is asked', async () => {
    await world.send(
      buildSession({
        native_id: 'sure',
        project: {
          remote_url: 'https://git.test/acme/pier.git',
          root_commit: null,
          root_path: '/p',
        },
      }),
    )
    for (let n = 0; n < 30; n++)
      await remember(`Login page ${n} of the pier draws guest form ${n * 7}.`, { project: 'pier' })
    for (let n = 0; n < 5; n++)
      await remember(`Plank ${n} of the pier was laid by crew ${n * 3}.`, { project: 'pier' })
    const { text, left_out } = await brief({
      project: 'pier',
      q: 'rewrite the login page',
      budget_tokens: 700,
    })
    expect(text.match(/Plank \d+ of the pier was laid/g)).toHaveLength(5)
    expect(text.match(/Login page \d+ of the pier/g)?.length).toBeGreaterThanOrEqual(3)
    expect(left_out.named.length).toBe(3)
    for (const { id, title } of left_out.named) {
      expect(text).toContain(`“${title}” (${id})`)
      expect(text).not.toContain(`**${title}**`)
    }
  })

  test('stand in the same order all day, whatever the hour', async () => {
    const at = (time: string) =>
      makeGetContext({ unitOfWork: world.unitOfWork, now: () => new Date(time) })(
        world.scope,
        contextQuerySchema.parse({ project: 'parser', budget_tokens: 2_000 }),
      )
    const morning = await at('2026-11-28T00:00:01Z')
    expect((await at('2026-11-28T23:59:58Z')).text).toBe(morning.text)
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
