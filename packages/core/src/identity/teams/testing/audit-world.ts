import { createTestTeam, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { newId, type TeamId, type UserId } from '@teamlore/shared'
import { makeSealAudit } from '../seal-audit.ts'
import { grantSystemScope, grantTeamScope } from '../team-scope.ts'
import { makeVerifyAudit } from '../verify-audit.ts'

export type AuditWorld = Awaited<ReturnType<typeof openAuditWorld>>

/** A team with an admin, whose audit events are sealed two to a batch. */
export const openAuditWorld = async ({ engine }: Pick<TestDatabase, 'engine'>) => {
  const team = await createTestTeam(engine)
  const { unitOfWork, teamId } = team
  const boss = await team.addMember('admin', 'Ada')
  const admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const sealing = makeSealAudit({ unitOfWork, most: 2 })
  const verifying = makeVerifyAudit({ unitOfWork, slice: 2 })
  const events: string[] = []
  const note = async (count: number, of: UserId = boss.userId) => {
    for (let n = 0; n < count; n += 1) {
      const id = newId.event()
      events.push(id)
      await unitOfWork.inTeam(admin, ({ audit }) =>
        audit.add({
          id,
          action: 'api_key.created',
          userId: boss.userId,
          details: { role: 'member', n },
          personal: { of, fields: { name: `key of ${of} ${n}` } },
        }),
      )
    }
  }
  const seal = (most = 2) =>
    (most === 2 ? sealing : makeSealAudit({ unitOfWork, most }))(grantSystemScope(teamId))
  return {
    teamId: teamId as TeamId,
    boss,
    team,
    events,
    note,
    seal,
    event: (n: number): string => events[n] ?? '',
    verify: (head?: string) => verifying(admin, { head }),
    sealOnce: () => sealing(grantSystemScope(teamId), { isTimeUp: () => true }),
    sql: <T extends Record<string, unknown>>(text: string) => readAsOwner<T>(engine, text),
    /** As who can write past the server does it. */
    harm: (text: string) => readAsOwner(engine, `${text} returning 1`),
    sealed: async (count: number) => {
      await note(count)
      await seal()
    },
  }
}
