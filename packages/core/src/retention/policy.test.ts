import type { ProjectId, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSlices } from '../platform/slices.ts'
import { makeGetRetention, makeSetRetention } from './policy.ts'
import {
  AT,
  type KeptWorld,
  makeWords,
  openKeptWorld,
  workOn,
  YEAR_OLD,
} from './testing/kept-world.ts'

let world: KeptWorld
let id: SessionId
let projectId: ProjectId
let word: string
let number = 0
const wordOf = makeWords()

beforeAll(async () => {
  world = await openKeptWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const own = (name: string) => ({
  remote_url: `https://github.com/acme/${name}.git`,
  root_commit: null,
  root_path: `/home/ann/${name}`,
})

const session = () => ({
  native_id: `kept-${number}`,
  project: own(`kept-${number}`),
  messages: workOn(word),
})

beforeEach(async () => {
  number += 1
  word = wordOf(number)
  id = await world.send(session())
  await world.count()
  await world.settle(id)
  projectId = await world.projectOf(id)
})

describe('cut short', () => {
  test('it goes on where it was, and counts each message once', async () => {
    await world.set(projectId, YEAR_OLD)
    for (let left = 3; left < 12; left += 1) {
      let begun = 0
      const cut = {
        inTeam: (...given: Parameters<typeof world.unitOfWork.inTeam>) => {
          begun += 1
          if (begun > left) throw new Error('killed')
          return world.unitOfWork.inTeam(...given)
        },
      } as typeof world.unitOfWork
      const slices = createSlices({ first: 1, least: 1, most: 1 })
      const done = await world.apply(projectId, { unitOfWork: cut, slices }).catch(() => undefined)
      if (done !== undefined) break
    }
    expect(await world.apply(projectId)).toMatchObject({ state: 'done' })
    const runs = await world.receipts(projectId)
    expect(runs.reduce((sum, { messages }) => sum + messages, 0)).toBe(3)
    expect(runs.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(1)
    expect(runs.every(({ finished_at }) => finished_at !== null)).toBe(true)
  })

  test('its time up, it says so and the next run ends it', async () => {
    const second = await world.send({ ...session(), native_id: `second-${number}` })
    await world.settle(second)
    await world.set(projectId, YEAR_OLD)
    const { makeApplyRetention } = await import('./apply.ts')
    const run = makeApplyRetention({ ...world, now: () => AT })
    const first = await run(world.systemScope, { projectId, isTimeUp: () => true })
    expect(first.state).toBe('unfinished')
    expect(await run(world.systemScope, { projectId })).toMatchObject({ sessions: 2, messages: 6 })
  })
})

describe('a policy', () => {
  test('is off until somebody sets it, and holds after the delay of the team', async () => {
    expect((await makeGetRetention(world)(world.scope, { id: projectId })).policy).toBeNull()
    expect(await world.apply(projectId)).toEqual({ state: 'off' })
    const { policy } = await world.set(projectId, YEAR_OLD, AT)
    expect(policy?.effective_at).toBe('2026-08-02T00:00:00.000Z')
    expect(await world.apply(projectId)).toEqual({ state: 'off' })
    const off = await world.set(projectId, { days: null, max_bytes: null, keeps_prompts: true })
    expect(off.policy).toBeNull()
    const again = await world.set(projectId, { days: null, max_bytes: null, keeps_prompts: true })
    expect(again.policy).toBeNull()
    const written = await world.sql<{ action: string }>(
      `select action from teamlore.audit_events where subject = '${projectId}' order by id`,
    )
    expect(written.map(({ action }) => action)).toEqual(['retention.set', 'retention.removed'])
  })

  test('set again as it is keeps its time; changed, it waits anew', async () => {
    await world.set(projectId, YEAR_OLD)
    const same = await world.set(projectId, YEAR_OLD, AT)
    expect(same.policy?.effective_at).toBe('2026-07-02T00:00:00.000Z')
    const other = await world.set(projectId, { ...YEAR_OLD, days: 60 }, AT)
    expect(other.policy?.effective_at).toBe('2026-08-02T00:00:00.000Z')
  })

  test('of another team is not there', async () => {
    const other = await openKeptWorld()
    await expect(
      makeSetRetention(other)(other.admin, { id: projectId, policy: YEAR_OLD }),
    ).rejects.toMatchObject({ code: 'project.not_found' })
    await expect(other.preview(projectId)).rejects.toMatchObject({ code: 'project.not_found' })
    await other.set(await other.projectOf(await other.send(session())), YEAR_OLD)
    await world.set(projectId, YEAR_OLD)
    expect(await other.apply(projectId)).toEqual({ state: 'off' })
    expect((await world.texts(id))[1]).toContain('aardvark')
    await other[Symbol.asyncDispose]()
  })

  test('is looked for by the worker once it holds', async () => {
    const due = () => world.unitOfWork.asSystem(({ retentionSweep }) => retentionSweep.due(1_000))
    const one = { teamId: world.team.teamId, projectId }
    expect(await due()).not.toContainEqual(one)
    await world.set(projectId, YEAR_OLD, new Date(Date.now() + 86_400_000))
    expect(await due()).not.toContainEqual(one)
    await world.set(projectId, { ...YEAR_OLD, days: 100 }, new Date(Date.now() - 3 * 86_400_000))
    expect(await due()).toContainEqual(one)
  })
})

test('a preview says all that goes and stays, and changes nothing', async () => {
  const preview = await world.preview(projectId)
  expect(preview).toMatchObject({
    project: { id: projectId },
    policy: { days: 120, max_bytes: null, keeps_prompts: true },
    holds: { sessions: 1 },
    goes: { sessions: 1, messages: 3, oldest: '2026-01-05T08:00:04.000Z' },
    not_ready: [],
  })
  expect(preview.evidence).toBeGreaterThan(0)
  expect((await world.texts(id))[1]).toContain('aardvark')
  await world.set(projectId, YEAR_OLD)
  expect(await world.apply(projectId)).toMatchObject({
    messages: preview.goes.messages,
    bytes: preview.goes.bytes,
  })
})
