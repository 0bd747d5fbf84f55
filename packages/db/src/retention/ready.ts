import type { NotReady } from '@teamlore/shared/retention'
import { type SQL, sql } from 'drizzle-orm'
import { waitsForReader } from '../sql/waits-for-reader.ts'

/** A session at work is left alone for so long. */
const QUIET = sql.raw("interval '1 hour'")
/** A language model looks at what changed within so long, and not at what is older. */
const READ_WITHIN = sql.raw("interval '14 days'")

/** Within this time, a model or another reader may still want the text of session `s`. */
const isToBeRead = (hasModel: boolean): SQL => sql`(
  s.updated_at > now() - ${READ_WITHIN} and s.kind <> 'compaction' and (${waitsForReader(sql`s`)} or ${hasModel}::boolean
    and coalesce((select k.is_enabled from teamlore.model_settings k where k.team_id = s.team_id), true)
    and s.prompt_count > coalesce((select max(d.prompts) from teamlore.distillations d
      where d.session_id = s.id and d.distiller in ('model','agent')), 0)))`

const when = (condition: SQL, why: NotReady): SQL => sql`when ${condition} then ${why}`

/**
 * Why the text of session `s` may not go yet; null where it may. `hasModel`: the server has a language model, which distils what is
 * quiet.
 */
export const whyNotReady = ({ hasModel }: { hasModel: boolean }): SQL => sql`case
  ${when(
    sql`exists (select from teamlore.legal_holds h where h.team_id = s.team_id and h.lifted_at is null
      and h.subject in (s.id, s.user_id, s.project_id))`,
    'held',
  )}
  ${when(sql`s.updated_at > now() - ${QUIET}`, 'at_work')}
  ${when(sql`s.distilled <> 'done'`, 'not_distilled')}
  ${when(
    sql`exists (select from teamlore.distil_leases l where l.session_id = s.id and l.state = 'leased' and l.expires_at > now())
      or ${isToBeRead(hasModel)}`,
    'not_read',
  )}
  ${when(
    // As `projectsToCurate` has it: a session without prompts is not curated, and has nothing for it.
    sql`s.prompt_count >= 1 and not exists (select from teamlore.memory_curations c
      where c.session_id = s.id and c.distilled_at >= s.distilled_at)`,
    'not_curated',
  )}
  end`
