import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCurate } from '../memories/curate.ts'
import { asks, createSearchWorld, says } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import {
  makeCheckAgentsMd,
  makeExportAgentsMd,
  makeGetAgentsMd,
  makeImportAgentsMd,
} from './index.ts'
import { type AgentsMdWorld, createAgentsMdWorld, repository } from './testing/agents-md-world.ts'

let database: TestDatabase
let world: AgentsMdWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  world = await createAgentsMdWorld(database)
})
afterAll(() => database[Symbol.asyncDispose]())

describe('what was exported', () => {
  const found = (statement: string, ref: string, quote = '') =>
    makeCurate(world)(world.systemScope, {
      projectId: world.harbour as never,
      candidate: {
        kind: 'decision',
        statement,
        reason: '',
        origin: 'human',
        evidence: [{ kind: 'session', ref, quote }],
      },
    })
  const session = async (...messages: ReturnType<typeof asks>[]) => {
    const [sent] = (
      await world.send(
        buildSession({ native_id: 'echo', project: repository('harbour'), messages }),
      )
    ).sessions
    return sent?.session_id ?? ''
  }

  test('is neither confirmed nor written anew by a session that repeats it', async () => {
    const { id } = await world.remember('Exports to the bank are retried five times at most.')
    const ref = await session(
      asks(0, 'What do we do?'),
      says(1, 'Exports to the bank are retried five times at most.'),
    )
    await world.exportTo('# Repo\n')
    const before = await world.memory(id)
    expect(await found('Exports to the bank are retried at most five times.', ref)).toEqual({
      outcome: 'refused',
      because: 'echo',
    })
    expect(await world.memory(id)).toMatchObject({
      confidence: before.confidence,
      evidence_count: before.evidence_count,
    })
    // Something else is still news.
    expect(
      await found('Exports to the bank are retried nine times at most.', ref),
    ).not.toMatchObject({
      because: 'echo',
    })
  })

  test('would be evidence if it had not been exported', async () => {
    await world.remember('Exports to the bank are retried five times at most.')
    const ref = await session(says(0, 'Exports to the bank are retried five times at most.'))
    expect(await found('Exports to the bank are retried at most five times.', ref)).toMatchObject({
      outcome: 'confirmed',
    })
  })

  test('is known by its marker in a session, also where this server never exported it', async () => {
    const { id } = await world.remember('Exports to the bank are retried five times at most.')
    const { text } = await world.section()
    const line = text.split('\n').find((one) => one.includes(id)) ?? ''
    const ref = await session(asks(0, `AGENTS.md says:\n${line}\nIs that so?`))
    expect(await found('Exports to the bank are retried at most five times.', ref)).toMatchObject({
      because: 'echo',
    })
    expect(
      await found('Ships wait outside of the world.harbour at night.', ref, line),
    ).toMatchObject({
      because: 'echo',
    })
    expect((await world.memory(id)).evidence_count).toBe(0)
    // Nor does who pastes it, or an agent that read it, say anything of their own.
    const bo = await world.person('Bo')
    expect((await world.remember(line, {}, bo)).id).toBe(id)
    await world.exportTo('')
    const said = { origin: 'agent' as const }
    await world.remember('Exports to the bank are retried five times at most.', said, bo)
    const { confidence, status } = await world.memory(id)
    expect({ confidence, status }).toEqual({ confidence: 0.7, status: 'active' })
    expect(await world.memories()).toHaveLength(1)
  })

  test('goes when its memory is forgotten, and an untouched line goes from the file', async () => {
    const { id } = await world.remember('Exports are retried five times.')
    await world.remember('Ports begin at 4000.')
    const { text } = await world.exportTo('# Repo\n')
    await readAsOwner(
      database.engine,
      `delete from teamlore.memories where id = '${id}' returning 1`,
    )
    expect(
      await readAsOwner(
        database.engine,
        `select 1 from teamlore.agents_md_lines where memory_id = '${id}'`,
      ),
    ).toEqual([])
    const next = await world.exportTo(text)
    expect(next.text).not.toContain('five times')
    expect(next.text).toContain('Ports begin')
  })

  test('of another team is not found', async () => {
    const other = await createSearchWorld(database.engine)
    for (const make of [makeGetAgentsMd, makeCheckAgentsMd, makeExportAgentsMd, makeImportAgentsMd])
      await expect(
        make(other)(other.scope, { id: world.harbour, text: '', said: [] }),
      ).rejects.toMatchObject({ code: 'project.not_found' })
  })
})
