import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownMigrationsFolder } from '../engine/migrations.ts'
import { createTestDatabase, createTestTeam } from '../testing/index.ts'

const MIGRATION = readFileSync(join(ownMigrationsFolder(), '0128_judged_from_now_on.sql'), 'utf8')

test('memories of an older version are compared by a language model once they change, not all at once', async () => {
  await using database = await createTestDatabase()
  const { engine } = database
  const { teamId, unitOfWork } = await createTestTeam(engine)
  const id = newId.memory()
  await engine.db.execute(sql`
    insert into teamlore.memories (id, team_id, kind, status, statement, reason, rejected, slots, origin, confidence,
      confidence_parts, version, valid_from, recorded_at, confirmed_at, created_at)
    values (${id}, ${teamId}, 'decision', 'active', 's', '', '[]', '{}', 'human', 0.5, '{}', 3,
      '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01')`)
  const due = () =>
    unitOfWork.inTeam({ teamId, userId: 'system' }, ({ memoryJudging }) => memoryJudging.due(10))
  expect(await due()).toEqual([id])
  await engine.db.execute(sql.raw(MIGRATION))
  expect(await due()).toEqual([])
  expect(await unitOfWork.asSystem(({ sweep }) => sweep.teamsToJudge())).toEqual([])
  await engine.db.execute(sql`update teamlore.memories set version = 4 where id = ${id}`)
  expect(await due()).toEqual([id])
})
