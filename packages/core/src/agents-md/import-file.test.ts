import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeGetReviewQueue, makeReviewMemories } from '../memories/review-memories.ts'
import { makeUndoReview } from '../memories/undo-review.ts'
import { makeUpdateMemory } from '../memories/update-memory.ts'
import { makeSetAgentsMdPolicy } from './policy.ts'
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
    expect((await world.importFrom(edited, { allow_deletions: true })).proposed).toBe(3)
    expect(await world.importFrom(edited)).toMatchObject({
      proposed: 0,
      edits: [{ state: 'waits' }, { state: 'waits' }, { state: 'waits' }],
    })
    const drafts = (await world.memories()).filter(({ status }) => status === 'draft')
    expect(drafts).toHaveLength(2)
    for (const draft of drafts) expect(draft).toMatchObject({ origin: 'human', status: 'draft' })
    expect(await world.memory(retry.id)).toMatchObject({
      status: 'active',
      confidence: retry.confidence,
    })
    expect(await world.memory(port.id)).toMatchObject({
      status: 'active',
      stale: null,
      removal: { by: { id: world.scope.userId }, reason: expect.stringContaining('AGENTS.md') },
    })
    // Approved, the new wording takes the place of the old one, in the file as in the team.
    await world.approve(...drafts.map(({ id }) => id))
    expect((await world.memory(retry.id)).status).toBe('superseded')
    const next = await world.exportTo(edited)
    expect(next.edits).toMatchObject([{ type: 'deleted', id: port.id, state: 'waits' }])
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

describe('entries that a file lost', () => {
  const many = async (count: number) => {
    const policy = { max_tokens: 8_000 }
    await makeSetAgentsMdPolicy(world)(world.admin, { id: world.harbour, policy })
    const ids: string[] = []
    for (let n = 0; n < count; n += 1)
      ids.push((await world.remember(`Berth ${n} is kept for ships of class ${n} at night.`)).id)
    return { ids, text: (await world.exportTo('# Repo\n')).text }
  }
  const without = (text: string, ids: readonly string[]) =>
    text
      .split('\n')
      .filter((line) => !ids.some((id) => line.includes(id)))
      .join('\n')
  const waiting = async () =>
    (await makeGetReviewQueue(world)(world.scope, { limit: 50 })).items.map(({ id }) => id)

  test('all at once are refused with their number, and nothing changes for anybody', async () => {
    const { ids, text } = await many(4)
    const lost = without(text, ids)
    expect(await world.check(lost)).toMatchObject({ many_deleted: true })
    await expect(world.importFrom(lost)).rejects.toMatchObject({
      code: 'agents_md.many_deleted',
      details: { deleted: 4, before: 4 },
      message: expect.stringContaining('lost 4 of its 4 entries'),
    })
    for (const id of ids) expect(await world.memory(id)).toMatchObject({ stale: null })
    expect(await waiting()).toEqual([])
    expect((await world.section()).entries).toHaveLength(4)
  })

  test('wait for a person where that is allowed, and hold until one decided', async () => {
    const { ids, text } = await many(4)
    const lost = without(text, ids)
    expect(await world.importFrom(lost, { allow_deletions: true })).toMatchObject({ proposed: 4 })
    expect(await world.importFrom(lost)).toMatchObject({ proposed: 0 })
    // Everybody else reads them as before: nothing is stale, in doubt, or gone.
    expect((await world.section()).entries).toHaveLength(4)
    expect((await waiting()).sort()).toEqual([...ids].sort())
    const [kept = '', gone = '', undone = ''] = ids
    await world.approve(kept)
    const review = makeReviewMemories(world)
    await review(world.scope, { ids: [gone], decision: 'archive', reason: '' })
    const { action } = await review(world.scope, { ids: [undone], decision: 'reject', reason: '' })
    expect(await world.memory(kept)).toMatchObject({ status: 'active' })
    expect((await world.memory(kept)).removal).toBeUndefined()
    expect((await world.section()).entries.map(({ id }) => id)).not.toContain(gone)
    // Undone, it waits as before; what a person kept is not proposed again.
    await makeUndoReview(world)(world.scope, { action: action ?? '' })
    expect(await waiting()).toContain(undone)
    const { proposed, edits } = await world.importFrom(lost)
    expect(proposed).toBe(0)
    expect(edits.find(({ id }) => id === kept)).toMatchObject({ state: 'rejected' })
  })

  test('are proposed without a word up to a tenth, and up to ten', async () => {
    const { ids, text } = await many(20)
    expect(await world.importFrom(without(text, ids.slice(0, 2)))).toMatchObject({ proposed: 2 })
    await expect(world.importFrom(without(text, ids.slice(0, 5)))).rejects.toMatchObject({
      details: { deleted: 3, before: 20 },
    })
  })

  test('are settled by a person who says that the memory still holds, and by no session', async () => {
    const { ids, text } = await many(1)
    const [id = ''] = ids
    await world.importFrom(without(text, ids), { allow_deletions: true })
    await makeUpdateMemory(world)(world.scope, {
      id,
      request: { action: 'confirm', reason: '' },
      isAgent: true,
    })
    expect(await waiting()).toEqual([id])
    await makeUpdateMemory(world)(world.scope, { id, request: { action: 'confirm', reason: '' } })
    expect(await waiting()).toEqual([])
  })
})

test('a section with conflicts of git is neither read nor written', async () => {
  await world.remember('Exports are retried five times.')
  const { text } = await world.exportTo('# Repo\n')
  const both = text.replace(/(- [^\n]*five times[^\n]*\n)/, '<<<<<<< HEAD\n$1=======\n>>>>>>> x\n')
  for (const ask of [world.check, world.exportTo, world.importFrom])
    await expect(ask(both)).rejects.toMatchObject({
      code: 'agents_md.conflict_marks',
      details: { lines: ['10', '12', '13'] },
    })
  expect(await world.memories()).toHaveLength(1)
})

test('says how many edits one import has no room for', async () => {
  const { text } = await world.exportTo('')
  const lines = Array.from({ length: 203 }, (_, n) => `- Berth ${n} is for ships of class ${n}.`)
  const file = `${text}<!-- teamlore:begin -->\n${lines.join('\n')}\n<!-- teamlore:end -->\n`
  expect(await world.importFrom(file)).toMatchObject({ proposed: 200, left: 3 })
  expect(await world.importFrom(file)).toMatchObject({ proposed: 3, left: 0 })
})

test('a section of thousands of lines is refused in words', async () => {
  const lines = Array.from({ length: 3_100 }, (_, n) => `- line ${n}`)
  const file = ['<!-- teamlore:begin -->', ...lines, '<!-- teamlore:end -->'].join('\n')
  await expect(world.check(file)).rejects.toMatchObject({ code: 'agents_md.section_too_long' })
})
