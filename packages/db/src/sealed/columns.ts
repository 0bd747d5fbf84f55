import type { TeamId } from '@teamlore/shared'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DbExecutor } from '../engine/engine.types.ts'
import { integrationsTable } from '../integrations/table.ts'
import { signInProvidersTable } from '../sign-in/table.ts'
import { slackAppsTable, slackAsksTable } from '../slack/table.ts'
import { incomingHooksTable, webhooksTable } from '../webhooks/table.ts'

/** A column with texts that the secret of the server seals, of rows that have an id and a team. */
type Place = { table: PgTable; id: PgColumn; team: PgColumn; sealed: PgColumn; name: string }

const PLACES = {
  signInProvider: {
    table: signInProvidersTable,
    id: signInProvidersTable.id,
    team: signInProvidersTable.teamId,
    sealed: signInProvidersTable.clientSecret,
    name: 'clientSecret',
  },
  codeHost: {
    table: integrationsTable,
    id: integrationsTable.id,
    team: integrationsTable.teamId,
    sealed: integrationsTable.sealed,
    name: 'sealed',
  },
  webhook: {
    table: webhooksTable,
    id: webhooksTable.id,
    team: webhooksTable.teamId,
    sealed: webhooksTable.sealed,
    name: 'sealed',
  },
  formerOfWebhook: {
    table: webhooksTable,
    id: webhooksTable.id,
    team: webhooksTable.teamId,
    sealed: webhooksTable.oldSealed,
    name: 'oldSealed',
  },
  incomingHook: {
    table: incomingHooksTable,
    id: incomingHooksTable.id,
    team: incomingHooksTable.teamId,
    sealed: incomingHooksTable.sealed,
    name: 'sealed',
  },
  formerOfIncomingHook: {
    table: incomingHooksTable,
    id: incomingHooksTable.id,
    team: incomingHooksTable.teamId,
    sealed: incomingHooksTable.oldSealed,
    name: 'oldSealed',
  },
  slackApp: {
    table: slackAppsTable,
    id: slackAppsTable.id,
    team: slackAppsTable.teamId,
    sealed: slackAppsTable.sealed,
    name: 'sealed',
  },
  slackAsk: {
    table: slackAsksTable,
    id: slackAsksTable.id,
    team: slackAsksTable.teamId,
    sealed: slackAsksTable.sealed,
    name: 'sealed',
  },
} as const satisfies Record<string, Place>

export type SealedPlace = keyof typeof PLACES

/** Everything that is sealed, of all teams, to be sealed with another secret. */
export const createSealedColumns = (tx: DbExecutor) => {
  const at = (place: SealedPlace): Place => PLACES[place]
  return {
    async teamsWith(place: SealedPlace): Promise<TeamId[]> {
      const { table, team, sealed } = at(place)
      const found = await tx.selectDistinct({ team }).from(table).where(isNotNull(sealed))
      return found.map((row) => row.team as TeamId)
    },

    /** Nobody else changes these until the transaction ends. */
    async lock(place: SealedPlace, teamId: TeamId): Promise<{ id: string; sealed: string }[]> {
      const { table, id, team, sealed } = at(place)
      const found = await tx
        .select({ id, sealed })
        .from(table)
        .where(and(eq(team, teamId), isNotNull(sealed)))
        .for('update')
      return found.map((row) => ({ id: String(row.id), sealed: String(row.sealed) }))
    },

    async set(place: SealedPlace, row: string, text: string): Promise<void> {
      const { table, id, name } = at(place)
      await tx
        .update(table)
        .set({ [name]: text })
        .where(eq(id, row))
    },
  }
}
