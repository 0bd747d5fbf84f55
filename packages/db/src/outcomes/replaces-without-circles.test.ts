import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownMigrationsFolder } from '../engine/migrations.ts'
import { rows } from '../engine/rows.ts'
import { createTestDatabase } from '../testing/index.ts'
import { seedEveryTable } from '../testing/seed-every-table.ts'

const STEPS = readFileSync(
  join(ownMigrationsFolder(), '0210_replaces_without_circles.sql'),
  'utf8',
).split('--> statement-breakpoint')

test('of commits that an older version let replace each other, the later one alone does, and both are linked again', async () => {
  await using database = await createTestDatabase()
  const { db } = database.engine
  const { teamId } = await seedEveryTable(database.engine)
  const [{ project_id, seen_on } = { project_id: '', seen_on: '' }] = await rows<{
    project_id: string
    seen_on: string
  }>(db, sql`select project_id, seen_on from teamlore.commits where team_id = ${teamId}`)
  const made = new Map<string, string>()
  const commit = async (sha: string, minute: number, branch: string | null) => {
    const id = newId.commit()
    made.set(id, sha)
    await db.execute(sql`insert into teamlore.commits (id, team_id, project_id, sha, parents, tree, author_name, authored_at,
        committed_at, branch, subject, trailers, mentions, noted_sessions, file_count, added_lines, removed_lines, seen_on, linked_at)
      values (${id}, ${teamId}, ${project_id}, ${sha}, '{}', 't', 'Ann', '2026-01-05T09:00:00Z',
        ${`2026-01-05T09:${minute}:00Z`}, ${branch}, 's', '[]', '[]', '[]', 1, 1, 0, ${seen_on}, now())`)
    return id
  }
  const squash = await commit('squash', 30, 'main')
  const original = await commit('original', 10, null)
  const amended = await commit('amended', 30, null)
  const apart = await commit('apart', 20, 'main')
  for (const [one, other] of [
    [squash, original],
    [original, squash],
    [squash, amended],
    [amended, squash],
    [apart, original],
  ])
    await db.execute(sql`insert into teamlore.commit_relations (team_id, commit_id, other_id, kind, part, reason)
      values (${teamId}, ${one}, ${other}, 'replaces', 1, 'r')`)

  await db.execute(sql`delete from teamlore.outbox where team_id = ${teamId}`)
  for (const step of STEPS) await db.execute(sql.raw(step))

  const left = await rows<{ commit_id: string; other_id: string }>(
    db,
    sql`select commit_id, other_id from teamlore.commit_relations where team_id = ${teamId} and commit_id <> other_id`,
  )
  const pairs = left.map(
    ({ commit_id, other_id }) => `${made.get(commit_id)} ${made.get(other_id)}`,
  )
  expect(pairs.toSorted()).toEqual(['apart original', 'squash amended', 'squash original'])
  const again = await rows<{ sha: string }>(
    db,
    sql`select sha from teamlore.commits where team_id = ${teamId} and linked_at is null and sha <> 'aa' order by sha`,
  )
  expect(again.map(({ sha }) => sha)).toEqual(['amended', 'original', 'squash'])
  expect(
    await rows(db, sql`select type, payload from teamlore.outbox where team_id = ${teamId}`),
  ).toEqual([{ type: 'commits.ingested', payload: { project_id } }])
})
