import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeReviewMemories } from '../memories/review-memories.ts'
import { type AgentsMdWorld, createAgentsMdWorld } from './testing/agents-md-world.ts'

let database: TestDatabase
let world: AgentsMdWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createAgentsMdWorld(database)
})
afterAll(() => database[Symbol.asyncDispose]())

describe('edits by hand', () => {
  test('come back as drafts of origin human, once, and confirm nothing', async () => {
    const retry = await world.remember('Exports are retried five times.')
    const port = await world.remember('Port 4000 serves everything.', { kind: 'gotcha' })
    const { text } = await world.exportTo('# Repo\n')
    const edited = text
      .replace('five times', 'six times')
      .replace(/- [^\n]*Port 4000[^\n]*\n/, '- Never log a token.\n')
    expect(await world.check(edited)).toMatchObject({
      is_current: true,
      edits: [
        { type: 'deleted', id: port.id, state: 'new' },
        { type: 'changed', id: retry.id, state: 'new' },
        { type: 'added', kind: 'gotcha', state: 'new' },
      ],
    })
    expect((await world.importFrom(edited)).proposed).toBe(3)
    expect(await world.importFrom(edited)).toMatchObject({
      proposed: 0,
      // What is called stale is not said in the section any more, so that nothing is missing there.
      edits: [{ state: 'waits' }, { state: 'waits' }],
    })
    const drafts = (await world.memories()).filter(({ status }) => status === 'draft')
    expect(drafts).toHaveLength(2)
    for (const draft of drafts) expect(draft).toMatchObject({ origin: 'human', status: 'draft' })
    expect(await world.memory(retry.id)).toMatchObject({
      status: 'active',
      confidence: retry.confidence,
    })
    expect((await world.memory(port.id)).stale?.reason).toContain('AGENTS.md')
    // Approved, the new wording takes the place of the old one, in the file as in the team.
    await world.approve(...drafts.map(({ id }) => id))
    expect((await world.memory(retry.id)).status).toBe('superseded')
    const next = await world.exportTo(edited)
    expect(next.edits).toEqual([])
    expect(next.text).toContain('six times')
    expect(next.text).not.toContain(retry.id)
    expect(await world.check(next.text)).toMatchObject({ is_current: true })
  })

  test('of a reason alone are drafts, too; what a person turned down is not proposed again', async () => {
    const { id } = await world.remember('Exports are retried five times.', {
      reason: 'The bank drops calls.',
    })
    const { text } = await world.exportTo()
    const edited = text.replace('drops calls', 'is slow')
    const { edits } = await world.importFrom(edited)
    expect(edits).toMatchObject([{ type: 'changed', id, state: 'waits' }])
    await makeReviewMemories(world)(world.scope, {
      ids: [edits[0]?.memory ?? ''],
      decision: 'reject',
      reason: '',
    })
    expect(await world.importFrom(edited)).toMatchObject({
      proposed: 0,
      edits: [{ state: 'rejected' }],
    })
    expect((await world.memory(id)).status).toBe('active')
  })

  test('have their secrets taken out, and are known again by what is left', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const { text } = await world.exportTo('')
    const file = `${text}<!-- teamlore:begin -->\n- The token of the bank is ${secret} for now.\n<!-- teamlore:end -->\n`
    expect((await world.importFrom(file)).proposed).toBe(1)
    expect(JSON.stringify(await world.memories())).not.toContain(secret)
    expect((await world.importFrom(file)).proposed).toBe(0)
  })
})

test('a section of thousands of lines is refused in words', async () => {
  const lines = Array.from({ length: 3_100 }, (_, n) => `- line ${n}`)
  const file = ['<!-- teamlore:begin -->', ...lines, '<!-- teamlore:end -->'].join('\n')
  await expect(world.check(file)).rejects.toMatchObject({ code: 'agents_md.section_too_long' })
})
