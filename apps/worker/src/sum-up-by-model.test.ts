import type { Engine } from '@teamlore/db'
import { createOwnTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { createLanguageModel } from '@teamlore/models'
import { startFakeLanguageProvider } from '@teamlore/models/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { composeWorker } from './compose.ts'
import { buildAsked } from './testing/asked-session.ts'
import { createWorkerWorld, type WorkerWorld } from './testing/worker-world.ts'

let database: TestDatabase
let engine: Engine
let world: WorkerWorld
beforeAll(async () => {
  database = await createOwnTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await createWorkerWorld(engine)
})

const open = (url: string) => {
  const { handlers } = composeWorker(engine, undefined, {
    model: createLanguageModel({
      provider: 'anthropic',
      model: 'claude-haiku-4-5',
      url,
      apiKey: 'k',
      timeoutMs: 2_000,
    }),
    caps: { dailyUsd: 5, dailyTokens: 1_000_000 },
    idleMinutes: 0,
    minPrompts: 2,
  })
  return (name: 'distil-session' | 'distil-by-model', session: string) =>
    handlers[name](
      { team_id: world.teamId, session_id: session } as never,
      { signal: new AbortController().signal } as never,
    )
}
const send = async () => (await world.send(buildAsked('alpha')))[0] ?? ''
const summary = (message: string, more: object = {}) => ({
  message,
  learned: 'The reader of transcripts emits on newlines alone.',
  completed: '',
  next_steps: '',
  ...more,
})
const summaries = () =>
  readAsOwner<{ id: string; prompt_number: number; distiller: string; learned: string }>(
    engine,
    `select id, prompt_number, distiller, learned, completed, next_steps from teamlore.summaries
     where team_id = '${world.teamId}' and superseded_at is null order by prompt_number`,
  )

describe('a session that a model sums up', () => {
  const summed = (...all: object[]) => ({ findings: [], no_longer_holds: [], summaries: all })

  test('has its summary in the place of that of rules, under the same id, found by its words', async () => {
    await using server = await startFakeLanguageProvider('anthropic', summed(summary('m0')))
    const run = open(server.url)
    const session = await send()
    await run('distil-session', session)
    const before = await summaries()
    expect(before.map(({ distiller }) => distiller)).toEqual(['extractive', 'extractive'])
    await run('distil-by-model', session)
    const after = await summaries()
    expect(after).toMatchObject([
      { id: before[0]?.id, distiller: 'model', learned: summary('m0').learned },
      before[1] ?? {},
    ])
    const documents = await readAsOwner<{ body: string }>(
      engine,
      `select body from teamlore.documents where source_id = '${before[0]?.id}'`,
    )
    expect(documents.map(({ body }) => body).join()).toContain('emits on newlines alone')
    // Rules leave the prompt alone from here on.
    await run('distil-session', session)
    expect(await summaries()).toEqual(after)
  })

  test('has none that repeats the request, claims work without a tool or names no message', async () => {
    await using server = await startFakeLanguageProvider(
      'anthropic',
      summed(
        summary('m0', { learned: 'Why is the last message of alpha missing?' }),
        summary('m4', { learned: '', completed: 'The reader keeps the last line.' }),
        summary('m77'),
      ),
    )
    await open(server.url)('distil-by-model', await send())
    expect(await summaries()).toEqual([])
  })
})
