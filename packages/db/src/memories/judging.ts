import type { MemoryId } from '@teamlore/shared'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, textOf } from '../sql/decode.ts'
import { isServed } from '../sql/memory-status.ts'
import { isOpenMemory } from './open.ts'
import { memoriesTable } from './table.ts'

export type ReplacedMemory = { older: MemoryId; newer: MemoryId }
export type NearMemory = { id: MemoryId; similarity: number | null; is_proposed: boolean }

/**
 * What has no vector by then, for want of an embedding, is compared with those it was doubtful about alone; and what has no questions,
 * by its own words alone.
 */
const WAITS_HOURS = 1

/** Which memories a language model compares with which. */
export const createMemoryJudgingRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createComparisons(tx, scope),
  ...createNotes(tx, scope),
})

const createComparisons = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** In their order in time. */
  async due(limit: number): Promise<MemoryId[]> {
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`select m.id from teamlore.memories m
        where m.team_id = ${teamId} and ${isToBeJudged(sql`m`)}
        order by m.valid_from, m.id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /**
   * Active memories of the same project and the same eyes that one may take the place of and that may be changed: those near it in
   * meaning, nearest first, then those that rules were not sure of. Who says that something changed shares few words with who said it
   * before, but both answer the same question: where both have questions, their nearness counts for a half. Each pair comes up once: with the later one, or with the one
   * that came in later. What a person said of a pair is not asked again.
   */
  async near(
    id: MemoryId,
    { least, nearest, limit }: { least: number; nearest: number; limit: number },
  ): Promise<NearMemory[]> {
    return rows<NearMemory>(
      tx,
      sql`with asked as (select * from teamlore.memories where team_id = ${teamId} and id = ${id}),
        own as (select v.space, v.embedding ${vectorsOf(sql`${id}`)} order by d.chunk, v.space limit 1),
        answered as materialized (select v.space, v.embedding ${questionsOf(sql`${id}`)}),
        others as (
          select o.id, o.project_id, o.private_to, (select max(1 - (v.embedding <=> (select embedding from own)))::float8
              ${vectorsOf(sql`o.id`)} and v.space = (select space from own)) as by_words,
            (select max((select max(1 - (v.embedding <=> a.embedding)) from answered a where a.space = v.space))::float8
              ${questionsOf(sql`o.id`)}) as by_questions,
            exists (select from teamlore.memory_relations r where r.type = 'relates' and r.status = 'proposed'
              and ${isOfPair}) as is_proposed
          from asked m join teamlore.memories o on o.team_id = m.team_id and o.id <> m.id and ${isServed(sql`o`)}
            and o.project_id is not distinct from m.project_id and o.private_to is not distinct from m.private_to
            and (o.judged_version = o.version or (o.valid_from, o.id) < (m.valid_from, m.id))
          where not exists (select from teamlore.memory_relations r where ${isOfPair}
            and (r.status = 'dismissed' or r.type = 'supersedes' or r.created_by is not null))),
        compared as (select *, case when by_questions is null then by_words else (by_words + by_questions) / 2 end as similarity from others),
        ranked as (select *, row_number() over (order by similarity desc nulls last, id) as place from compared
          where (is_proposed or similarity >= ${least}::float8) and ${isOpenMemory(sql`compared`)})
      select id, similarity, is_proposed from ranked
      where is_proposed or place <= ${nearest}::int
      order by similarity desc nulls last, id limit ${limit}`,
    )
  },

  /** Replaced memories of which nobody was asked what rests on them, with what took their place; the first that was replaced first. */
  async changesDue(limit: number): Promise<ReplacedMemory[]> {
    return rows<ReplacedMemory>(
      tx,
      sql`select m.id as older, m.successor_id as newer from teamlore.memories m
        where m.team_id = ${teamId} and m.status = 'superseded' and m.successor_id is not null
          and m.dependants_version is distinct from m.version and ${isOpenMemory(sql`m`)}
          and (m.recorded_at < now() - ${WAITS_HOURS}::int * interval '1 hour' or exists (select ${vectorsOf(sql`m.id`)}))
        order by m.recorded_at, m.id limit ${limit}`,
    )
  },

  /**
   * Active memories of the same project and the same eyes that may rest on what was replaced: those near it, or near what took its
   * place, that held by then; nearest first. What was said of it before, settled by a person, or said or confirmed since, is left out.
   */
  async nearChange(
    { older, newer }: ReplacedMemory,
    { least, limit }: { least: number; limit: number },
  ): Promise<MemoryId[]> {
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`with changed as (select * from teamlore.memories where team_id = ${teamId} and id = ${older}),
        took_place as (select valid_from from teamlore.memories where team_id = ${teamId} and id = ${newer}),
        change_vectors as materialized (select v.space, v.embedding ${vectorsOf(sql`any(array[${older}::text, ${newer}::text])`)}),
        others as (
          select o.id, o.project_id, o.private_to, (
            select max((select max(1 - (v.embedding <=> t.embedding)) from change_vectors t where t.space = v.space))::float8
            ${vectorsOf(sql`o.id`)}) as similarity
          from changed c join took_place n on true
          join teamlore.memories o on o.team_id = ${teamId} and o.id <> ${newer} and ${isServed(sql`o`)}
            and o.project_id is not distinct from c.project_id and o.private_to is not distinct from c.private_to
            and o.valid_from <= n.valid_from and o.confirmed_at <= c.recorded_at
          where not exists (select from teamlore.memory_relations r
            where r.from_id = o.id and r.to_id = c.id and r.type = 'rests_on'))
      select id from others where similarity >= ${least}::float8 and ${isOpenMemory(sql`others`)}
      order by similarity desc, id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },
})

/** What was asked of a memory, if it still stands as it was asked about. */
const createNotes = (tx: DbExecutor, { teamId }: DbScope) => {
  const stands = (id: MemoryId, version: number) =>
    and(
      eq(memoriesTable.teamId, teamId),
      eq(memoriesTable.id, id),
      eq(memoriesTable.version, version),
    )
  return {
    async noteDependantsAsked(id: MemoryId, version: number): Promise<void> {
      await tx.update(memoriesTable).set({ dependantsVersion: version }).where(stands(id, version))
    },

    async noteJudged(id: MemoryId, version: number): Promise<void> {
      await tx.update(memoriesTable).set({ judgedVersion: version }).where(stands(id, version))
    },
  }
}

/** Documents of a memory from here to the next hundred are of what it answers, not of what it says. */
const FIRST_QUESTION = 50

const vectorsWhere = (id: SQL, isWanted: SQL): SQL => sql`from teamlore.documents d
  join teamlore.document_vectors v on v.document_id = d.id
  where d.kind = 'memory' and d.source_id = ${id} and ${isWanted}`

/** Its own statement and those whose place it took. */
const vectorsOf = (id: SQL): SQL => vectorsWhere(id, sql`d.chunk % 100 < ${FIRST_QUESTION}::int`)

/** What it answers, and what those answered. */
const questionsOf = (id: SQL): SQL => vectorsWhere(id, sql`d.chunk % 100 >= ${FIRST_QUESTION}::int`)

const isOfPair = sql`((r.from_id = m.id and r.to_id = o.id) or (r.from_id = o.id and r.to_id = m.id))`

/** Active, not compared as it stands, with all that it is compared by, and it may be changed. */
export const isToBeJudged = (memory: SQL): SQL =>
  sql`(${isServed(memory)} and ${memory}.judged_version is distinct from ${memory}.version
    and ${isOpenMemory(memory)} and (${memory}.recorded_at < now() - ${WAITS_HOURS}::int * interval '1 hour'
      or exists (select ${vectorsOf(sql`${memory}.id`)}) and case when ${memory}.questions = '[]'::jsonb
        then ${memory}.questioned_version = ${memory}.version else exists (select ${questionsOf(sql`${memory}.id`)}) end))`
