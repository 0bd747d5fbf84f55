import type { CommitId, ProjectId, SessionId, TeamId, UserId } from '@teamlore/shared'
import type { DeletionId } from '@teamlore/shared/ids'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { type Decoded, decoded, number, text } from '../sql/decode.ts'
import { corpusStatsTable, lexemeStatsTable } from './table.ts'

/** Only what ids are made of may stand in the statement that `ts_stat` is given as text. */
const literalId = (id: string): string => {
  if (!/^[a-z0-9_]*$/.test(id)) throw new Error(`Not an id: ${id}`)
  return `'${id}'`
}

const PORTION = { label: text, n: number, length: number, last: text }
type Portion = Decoded<typeof PORTION>

/**
 * Among whose words those of `d` are counted: a person's, a restricted project's, those of some roles, or, empty, those that
 * everybody reads. `private_to` of the statistics holds it.
 */
const LABEL = `coalesce(d.private_to, p.id, 'roles_' || array_to_string(d.roles, '_'), '')`
const LABELLED = `teamlore.team_documents d
  left join teamlore.projects p on p.id = d.project_id and p.is_restricted`

/** What is counted of texts that the whole team reads. */
const isOfTeam = (teamId: TeamId) =>
  and(eq(corpusStatsTable.teamId, teamId), eq(corpusStatsTable.privateTo, ''))

/** What counting is made of. */
const createCounter = (tx: DbExecutor, { teamId }: DbScope) => {
  const countPortion = async ({ label, n, length }: Portion, range: string): Promise<void> => {
    const source = `select d.tsv from ${LABELLED} where ${range} and ${LABEL} = ${literalId(label)}`
    await tx.execute(sql`
      insert into teamlore.lexeme_stats as l (team_id, lexeme, private_to, documents)
      select ${teamId}, word, ${label}, ndoc from ts_stat(${source}) order by word
      on conflict (team_id, lexeme, private_to) do update set documents = l.documents + excluded.documents`)
    await addToCorpus(label, n, length)
  }

  const addToCorpus = (label: string, n: number, length: number) =>
    tx
      .insert(corpusStatsTable)
      .values({ teamId, privateTo: label, documents: n, totalLength: length })
      .onConflictDoUpdate({
        target: [corpusStatsTable.teamId, corpusStatsTable.privateTo],
        set: {
          documents: sql`${corpusStatsTable.documents} + excluded.documents`,
          totalLength: sql`${corpusStatsTable.totalLength} + excluded.total_length`,
        },
      })

  /** One counter at a time, or documents would be counted twice. @returns up to which document they are counted. */
  const lock = async (): Promise<string> => {
    await tx
      .insert(corpusStatsTable)
      .values({ teamId, documents: 0, totalLength: 0 })
      .onConflictDoNothing({ target: [corpusStatsTable.teamId, corpusStatsTable.privateTo] })
    const [from] = await tx
      .select({ countedTo: corpusStatsTable.countedTo })
      .from(corpusStatsTable)
      .where(isOfTeam(teamId))
      .for('update')
    return from?.countedTo ?? ''
  }

  /** Counts documents that are counted already among others: `documents` is a condition on `d`. */
  const move = async (documents: string, from: string, to: string): Promise<void> => {
    const countedTo = await lock()
    const counted = `teamlore.team_documents d where d.id <= ${literalId(countedTo)} and ${documents}`
    const words = sql`select word, ndoc from ts_stat(${`select d.tsv from ${counted}`}) order by word`
    await tx.execute(sql`
      with words as materialized (${words}), taken as (
        update teamlore.lexeme_stats l set documents = greatest(l.documents - w.ndoc, 0) from words w
        where l.team_id = ${teamId} and l.lexeme = w.word and l.private_to = ${from})
      insert into teamlore.lexeme_stats as l (team_id, lexeme, private_to, documents)
      select ${teamId}, word, ${to}, ndoc from words order by word
      on conflict (team_id, lexeme, private_to) do update set documents = l.documents + excluded.documents`)
    // A word that nobody has any more is none to suggest.
    await tx
      .delete(lexemeStatsTable)
      .where(
        and(
          eq(lexemeStatsTable.teamId, teamId),
          eq(lexemeStatsTable.privateTo, from),
          eq(lexemeStatsTable.documents, 0),
        ),
      )
    const [moved] = await decoded(
      tx,
      { n: number, length: number },
      sql`select count(*) as n, coalesce(sum(d.length), 0)::bigint as length from ${sql.raw(counted)}`,
    )
    await addToCorpus(from, -(moved?.n ?? 0), -(moved?.length ?? 0))
    await addToCorpus(to, moved?.n ?? 0, moved?.length ?? 0)
  }

  return { addToCorpus, countPortion, lock, move }
}

export const createDocumentLexemeRepository = (tx: DbExecutor, scope: DbScope) => {
  const counter = createCounter(tx, scope)
  return {
    ...createCounts(tx, scope, counter),
    ...createMoves(tx, counter),
    ...createDiscount(tx, scope, counter),
  }
}

type Counter = ReturnType<typeof createCounter>

const createCounts = (tx: DbExecutor, { teamId }: DbScope, { countPortion, lock }: Counter) => {
  return {
    /**
     * Counts the lexemes of the next documents that are not counted yet, up to id `until`: those everybody may read, and apart from
     * them those that are private to somebody.
     *
     * @returns how many documents were counted; fewer than `limit` means there are no more for now.
     */
    async countNext({ until, limit }: { until: string; limit: number }): Promise<number> {
      const countedTo = await lock()
      const portions = await decoded(
        tx,
        PORTION,
        sql`
      select label, count(*) as n, sum(length)::bigint as length, max(id) as last from (
        select d.id, d.length, ${sql.raw(LABEL)} as label from ${sql.raw(LABELLED)}
        where d.id > ${countedTo} and d.id <= ${until} order by d.id limit ${limit}) t
      group by label`,
      )
      const last = portions
        .map((portion) => portion.last)
        .sort()
        .at(-1)
      if (last === undefined) return 0
      const range = `d.id > ${literalId(countedTo)} and d.id <= ${literalId(last)}`
      for (const portion of portions) await countPortion(portion, range)
      await tx
        .update(corpusStatsTable)
        .set({ countedTo: last, countedAt: sql`now()` })
        .where(isOfTeam(teamId))
      return portions.reduce((sum, { n }) => sum + n, 0)
    },

    /** Forgets the counts, so that counting begins again: removed and rewritten documents leave them a little wrong. */
    async reset(): Promise<void> {
      await tx.delete(lexemeStatsTable).where(eq(lexemeStatsTable.teamId, teamId))
      await tx.delete(corpusStatsTable).where(eq(corpusStatsTable.teamId, teamId))
    },

    /** How many documents the counts are of, and how many there are. */
    async drift(): Promise<{ counted: number; documents: number }> {
      const [found] = await decoded(
        tx,
        { counted: number, documents: number },
        sql`
      select coalesce((select sum(documents) from teamlore.corpus_stats
        where team_id = ${teamId} and not starts_with(private_to, 'del_')), 0)::bigint as counted,
        (select count(*) from teamlore.team_documents where team_id = ${teamId}) as documents`,
      )
      return found ?? { counted: 0, documents: 0 }
    },
  }
}

/** Among whose words those of a document of the team are counted: of its project's members, where that is restricted. */
const PROJECT = `coalesce((select p.id from teamlore.projects p where p.id = d.project_id and p.is_restricted), '')`

/** As `LABEL`, of a document alone. */
const LABEL_OF = `coalesce(d.private_to, (select p.id from teamlore.projects p where p.id = d.project_id and p.is_restricted),
  'roles_' || array_to_string(d.roles, '_'), '')`

const labelsOf = async (tx: DbExecutor, label: string, documents: string): Promise<string[]> => {
  const found = await decoded(
    tx,
    { label: text },
    sql`select distinct ${sql.raw(label)} as label from teamlore.team_documents d where ${sql.raw(documents)}`,
  )
  return found.map((row) => row.label)
}

/** Documents that more or fewer people read from now on are counted among other words. */
const createMoves = (tx: DbExecutor, { move }: Pick<Counter, 'move'>) => ({
  /** When a project becomes restricted, before that counts; when it is no longer, after that counts. */
  recountProject: (id: ProjectId, { isRestricted }: { isRestricted: boolean }): Promise<void> =>
    move(
      `d.project_id = ${literalId(id)} and d.private_to is null`,
      isRestricted ? '' : id,
      isRestricted ? id : '',
    ),

  /**
   * Words of what is forgotten are counted for nobody, under the name of the deletion, before it hides them; an undo gives them back
   * afterwards. Words of many documents are counted anew instead: see `reset`.
   */
  async recountForgotten(
    { sessions, sources }: { sessions: readonly string[]; sources: readonly string[] },
    deletion: DeletionId,
    { isUndone }: { isUndone: boolean },
  ): Promise<void> {
    const among = (column: string, ids: readonly string[]) =>
      ids.length === 0 ? 'false' : `${column} in (${ids.map(literalId).join(', ')})`
    const ofThese = `(${among('d.session_id', sessions)} or ${among('d.source_id', sources)})`
    for (const label of await labelsOf(tx, LABEL_OF, ofThese)) {
      const documents = `${ofThese} and ${LABEL_OF} = ${literalId(label)}`
      await move(documents, isUndone ? deletion : label, isUndone ? label : deletion)
    }
  },

  /** When commits of somebody are given to their project, after that counts. */
  async recountCommits(ids: readonly CommitId[], owner: UserId): Promise<void> {
    const ofThese = `d.source_id in (${ids.map(literalId).join(', ')})`
    for (const label of await labelsOf(tx, PROJECT, ofThese))
      await move(`${ofThese} and ${PROJECT} = ${literalId(label)}`, owner, label)
  },

  /** When sessions are shared, after that counts; when they become private again, before that counts. */
  async recountSessions(
    ids: readonly SessionId[],
    { owner, isPrivate }: { owner: UserId; isPrivate: boolean },
  ): Promise<void> {
    const ofThese = `d.session_id in (${ids.map(literalId).join(', ')})`
    for (const label of await labelsOf(tx, PROJECT, ofThese)) {
      const documents = `${ofThese} and ${PROJECT} = ${literalId(label)}`
      await move(documents, isPrivate ? label : owner, isPrivate ? owner : label)
    }
  },
})

const createDiscount = (
  tx: DbExecutor,
  { teamId }: DbScope,
  { addToCorpus, lock }: Pick<Counter, 'addToCorpus' | 'lock'>,
) => ({
  /**
   * Words of documents that are about to be removed are counted no more. It looks up the words of these alone, however many there are
   * in all, so that it may be asked for few of them at a time.
   */
  async discount(sources: readonly string[]): Promise<void> {
    if (sources.length === 0) return
    const countedTo = await lock()
    const ofThese = `d.source_id in (${sources.map(literalId).join(', ')}) and d.id <= ${literalId(countedTo)}`
    for (const label of await labelsOf(tx, LABEL_OF, ofThese)) {
      const counted = `teamlore.team_documents d where ${ofThese} and ${LABEL_OF} = ${literalId(label)}`
      const words = sql`select word, ndoc from ts_stat(${`select d.tsv from ${counted}`}) order by word`
      const isOne = sql`l.team_id = ${teamId} and l.lexeme = w.word and l.private_to = ${label}`
      await tx.execute(sql`
        with words as materialized (${words}), dropped as (
          delete from teamlore.lexeme_stats l using words w where ${isOne} and l.documents <= w.ndoc)
        update teamlore.lexeme_stats l set documents = l.documents - w.ndoc from words w
        where ${isOne} and l.documents > w.ndoc`)
      const [gone] = await decoded(
        tx,
        { n: number, length: number },
        sql`select count(*) as n, coalesce(sum(d.length), 0)::bigint as length from ${sql.raw(counted)}`,
      )
      await addToCorpus(label, -(gone?.n ?? 0), -(gone?.length ?? 0))
    }
  },
})
