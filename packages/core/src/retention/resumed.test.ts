import type { ProjectId, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDistilSession } from '../distil/distil-session.ts'
import { distilByAsking } from '../distil/model/distil-by-model.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { type KeptWorld, makeWords, openKeptWorld, workOn, YEAR_OLD } from './testing/kept-world.ts'

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

const session = (messages = workOn(word)) => ({
  native_id: `resumed-${number}`,
  project: {
    remote_url: `https://github.com/acme/resumed-${number}.git`,
    root_commit: null,
    root_path: '/home/ann/resumed',
  },
  messages,
})

/** The same session a while later, with another question. */
const resume = () => world.send(session([...workOn(word), ...workOn(`heron${number}`, 5)]))
const distil = () => makeDistilSession(world)(world.systemScope, { sessionId: id })

type Row = { id: string; title: string; superseded: boolean; number: number }
const findings = () =>
  world.sql<Row>(
    `select id, title, narrative, superseded_at is not null as superseded from teamlore.observations where session_id = '${id}' order by id`,
  )
const summaries = () =>
  world.sql<Row>(
    `select id, request, learned, completed, prompt_number as number, superseded_at is not null as superseded
      from teamlore.summaries where session_id = '${id}' order by prompt_number`,
  )

beforeEach(async () => {
  number += 1
  word = wordOf(number)
  id = await world.send(buildSession(session()))
  await world.settle(id)
  projectId = await world.projectOf(id)
  await world.set(projectId, YEAR_OLD)
})

describe('a session that goes on after text of it went', () => {
  test('keeps what was found before, word for word, and is distilled for what came after', async () => {
    const before = { findings: await findings(), summaries: await summaries() }
    expect(before.findings.length).toBeGreaterThan(0)
    expect(before.summaries.length).toBeGreaterThan(0)
    expect(await world.apply(projectId)).toMatchObject({ messages: 3 })
    await resume()
    await distil()
    const after = { findings: await findings(), summaries: await summaries() }
    expect(after.findings.slice(0, before.findings.length)).toEqual(before.findings)
    expect(after.summaries.slice(0, before.summaries.length)).toEqual(before.summaries)
    const added = after.findings.slice(before.findings.length)
    expect(JSON.stringify(added)).toContain(`heron${number}`)
    expect(after.summaries.at(-1)).toMatchObject({ number: 2, superseded: false })
    await distil()
    expect({ findings: await findings(), summaries: await summaries() }).toEqual(after)
  })

  test('keeps them also when all that people typed went, and numbers prompts after those before', async () => {
    await world.set(projectId, { ...YEAR_OLD, keeps_prompts: false })
    const before = await summaries()
    await world.apply(projectId)
    await world.sql(
      `update teamlore.messages set blocks = '[]', removed_at = now() where session_id = '${id}' returning 1`,
    )
    await resume()
    await distil()
    const after = await summaries()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.map((one) => one.number)).toEqual([1, 2])
  })

  test('keeps them when a model reads what came after, which it shows nothing else', async () => {
    const before = await findings()
    const summed = await summaries()
    await world.apply(projectId)
    await resume()
    await distil()
    const shown: string[] = []
    const outcome = await distilByAsking(
      world,
      { scope: world.systemScope, sessionId: id, signal: undefined },
      {
        segment: async (prompt) => {
          shown.push(prompt)
          return {
            findings: [],
            no_longer_holds: [],
            summaries: [{ message: 'm0', learned: 'Herons wade.', completed: '', next_steps: '' }],
          }
        },
        review: async () => undefined,
      },
    )
    expect(outcome.state).toBe('done')
    expect(shown.join()).toContain(`heron${number}`)
    expect(shown.join()).not.toContain(word)
    expect((await findings()).slice(0, before.length)).toEqual(before)
    const now = await summaries()
    expect(now.slice(0, summed.length)).toEqual(summed)
    expect(JSON.stringify(now.at(-1))).toContain('Herons wade')
  })

  test('goes again once it is old again, and counts both times together', async () => {
    await world.apply(projectId)
    await resume()
    await world.settle(id)
    expect(await world.apply(projectId)).toMatchObject({ sessions: 1, messages: 3 })
    const [removal] = await world.sql(
      `select messages, last_ordinal from teamlore.session_removals where session_id = '${id}'`,
    )
    expect(removal).toEqual({ messages: 6, last_ordinal: 9 })
  })

  test('is not written again by somebody who read it before its text went', async () => {
    const before = await findings()
    const slow = makeDistilSession({
      ...world,
      distiller: {
        name: 'extractive',
        distil: async () => {
          await world.apply(projectId)
          return { observations: [], summaries: [] }
        },
      },
    })
    expect(await slow(world.systemScope, { sessionId: id })).toEqual({ state: 'overtaken' })
    expect(await findings()).toEqual(before)
  })

  test('is nothing that a coding agent or a model is asked to distil, until it goes on', async () => {
    const left = () =>
      world.unitOfWork.inTeam(world.systemScope, ({ distillation }) => distillation.promptsLeft(id))
    expect(await left()).toBe(1)
    await world.apply(projectId)
    expect(await left()).toBe(0)
    await resume()
    expect(await left()).toBe(1)
  })
})
