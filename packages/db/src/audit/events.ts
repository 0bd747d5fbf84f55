import { createHash, randomBytes } from 'node:crypto'
import type { MachineId, TeamId, UserId } from '@teamlore/shared'
import type { AuditAction } from '@teamlore/shared/audit'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { auditEventsTable, auditPersonalFieldsTable } from './table.ts'

/** What is written down of who did what; never a key, a token or a session's text. */
export type AuditEvent = {
  id: string
  action: AuditAction
  userId: UserId | null
  machineId?: MachineId | null
  /** Id of what it was done to. */
  subject?: string | null
  details?: Record<string, string | number | boolean | null>
  /** Names and addresses, and whom they are of where that is known: they stand apart, so that they can be blanked. */
  personal?: { of: UserId | null; fields: Record<string, string | null> }
}

type Writer = { teamId: TeamId; given?: DbScope['given'] }

export const createAuditRepository = (tx: DbExecutor, { teamId, given }: Writer) => ({
  /** What was done by a credential that somebody else made names who made it. */
  async add({
    id,
    action,
    userId,
    machineId,
    subject,
    details,
    personal,
  }: AuditEvent): Promise<void> {
    const apart = saltedOf(personal?.fields ?? {})
    await tx.insert(auditEventsTable).values({
      id,
      teamId,
      userId,
      machineId,
      action,
      subject,
      details: {
        ...details,
        ...Object.fromEntries(apart.map(({ field, hash }) => [field, hash])),
        ...(given && { given_by: given.by }),
      },
    })
    if (apart.length === 0) return
    await tx.insert(auditPersonalFieldsTable).values(
      apart.map(({ field, salt, value }) => ({
        eventId: id,
        teamId,
        field,
        userId: personal?.of ?? null,
        salt,
        value,
      })),
    )
  },
})

const saltedOf = (fields: Record<string, string | null>) =>
  Object.entries(fields).flatMap(([field, value]) => {
    if (value === null) return []
    const salt = randomBytes(16).toString('hex')
    const hash = createHash('sha256').update(`${salt}\n${value}`).digest('hex')
    return [{ field, salt, value, hash: `sha256:${hash}` }]
  })
