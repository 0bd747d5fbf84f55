import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'
import { distilledOf, hiddenIds, losing } from './hiding.ts'
import type { Forgetting } from './selection.ts'
import type { ForgottenCounts } from './table.ts'

const within = (forgetting: Forgetting): SQL =>
  sql`(x.session_id = any(${textArray(forgetting.sessions)}) or x.id = any(${textArray(forgetting.messages)}))`

const COUNTS = {
  sessions: number,
  messages: number,
  prompts: number,
  edits: number,
  observations: number,
  summaries: number,
  memories: number,
  documents: number,
  vectors: number,
  queued: number,
  notes: number,
  links: number,
  handovers: number,
  model_answers: number,
}

/** How much goes, before it does. */
export const createForgetCounting = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** How much of each kind goes. */
  async counts(forgetting: Forgetting): Promise<ForgottenCounts> {
    const { sessions, memories } = forgetting
    const ids = { ...hiddenIds(forgetting), ...distilledOf(forgetting) }
    const single = sql`(${ids.observation}) union (${ids.summary}) union (${ids.message}) union (${ids.memory})`
    const ofSessions = (table: string) => sql`(select count(*) from teamlore.${sql.raw(table)} x
      where x.team_id = ${teamId} and x.session_id = any(${textArray(sessions)}))`
    const some = (
      table: string,
      kind: keyof typeof ids,
    ) => sql`(select count(*) from teamlore.${sql.raw(table)} x
      where x.team_id = ${teamId} and (x.session_id = any(${textArray(sessions)}) or x.id in (${ids[kind]})))`
    const indexed = sql`select x.id from teamlore.documents x where x.team_id = ${teamId}
      and (x.session_id = any(${textArray(sessions)}) or x.source_id in (${single}))`
    const [found] = await decoded(
      tx,
      COUNTS,
      sql`
      with indexed as materialized (${indexed})
      select ${sessions.length}::int as sessions, ${some('messages', 'message')} as messages,
        (select count(*) from teamlore.messages x where x.team_id = ${teamId} and x.kind = 'human'
          and ${within(forgetting)}) as prompts,
        ${some('edits', 'edit')} as edits, ${some('observations', 'observation')} as observations,
        ${some('summaries', 'summary')} as summaries, ${memories.length}::int as memories,
        (select count(*) from indexed) as documents,
        (select count(*) from teamlore.document_vectors v where v.document_id in (select id from indexed)) as vectors,
        (select count(*) from teamlore.embedding_queue q where q.document_id in (select id from indexed)) as queued,
        ${ofSessions('session_notes')} as notes, ${ofSessions('session_links')} as links,
        ${ofSessions('handovers')} as handovers, ${ofSessions('model_answers')} as model_answers`,
    )
    return found ?? {}
  },

  /** Pieces of evidence that memories which stay lose. */
  async lostEvidence({ sessions, messages, memories }: Forgetting): Promise<{
    memories: number
    pieces: number
  }> {
    const [found] = await decoded(
      tx,
      { memories: number, pieces: number },
      sql`select count(distinct e.memory_id) as memories, count(*) as pieces
        from teamlore.memory_evidence e where ${losing(teamId, { sessions, messages, memories })}`,
    )
    return found ?? { memories: 0, pieces: 0 }
  },
})
