import type { RedactionRules, SetRedactionRules } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { iso } from '../sql/page.ts'

const NONE: RedactionRules = { rules: [], allow: [], version: 0, updated_at: null }

export const createRedactionRulesRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What the team set; nothing, at version zero, where nobody did. */
  async get(): Promise<RedactionRules> {
    const [row] = await rows<RedactionRules>(
      tx,
      sql`
      select rules, allow, version, ${iso(sql`updated_at`)} as updated_at
      from teamlore.redaction_rules where team_id = ${teamId}`,
    )
    return row ?? NONE
  },

  /** What is not named stays as it is. */
  async set({ rules, allow }: SetRedactionRules, now: Date): Promise<RedactionRules> {
    await tx.execute(sql`
      insert into teamlore.redaction_rules as k (team_id, rules, allow, version, updated_at)
      values (${teamId}, ${json(rules ?? [])}, ${json(allow ?? [])}, 1, ${now.toISOString()}::timestamptz)
      on conflict (team_id) do update set
        rules = ${rules === undefined ? sql`k.rules` : sql`excluded.rules`},
        allow = ${allow === undefined ? sql`k.allow` : sql`excluded.allow`},
        version = k.version + 1, updated_at = excluded.updated_at`)
    return this.get()
  },
})
