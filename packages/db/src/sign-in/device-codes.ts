import type { RegisterMachineRequest, TeamId, TeamRole, UserId } from '@teamlore/shared'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { iso, isoOf } from '../sql/page.ts'
import { deviceCodesTable } from './table.ts'

export type NewDeviceCode = {
  deviceHash: string
  userCode: string
  machine: RegisterMachineRequest
  address: string
}

export type WaitingCode = { machine: RegisterMachineRequest; address: string; asked_at: string }

/** How a code stands when it is polled. */
export type PolledCode = {
  answer: 'allowed' | 'denied' | null
  machine: RegisterMachineRequest
  polledAt: Date | null
  userId: UserId | null
  teamId: TeamId | null
  most: TeamRole | null
  givenBy: UserId | null
  /** Of whoever let it in, now; null when they are no member any more. */
  memberRole: TeamRole | null
}

type PolledRow = {
  answer: PolledCode['answer']
  machine: RegisterMachineRequest
  polled_at: string | null
  for_user_id: UserId | null
  for_team_id: TeamId | null
  most: TeamRole | null
  given_by: UserId | null
  role: TeamRole | null
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

const waitsUnder = (userCode: string, now: Date) =>
  and(
    eq(deviceCodesTable.userCode, userCode),
    isNull(deviceCodesTable.answer),
    gt(deviceCodesTable.expiresAt, now),
  )

export const createDeviceCodeRepository = (tx: DbExecutor) => ({
  ...createRequests(tx),
  ...createPolls(tx),
})

const createRequests = (tx: DbExecutor) => ({
  /** Also forgets those that are over. @returns false when the short code is taken. */
  async add(code: NewDeviceCode, now: Date, expiresAt: Date): Promise<boolean> {
    await tx.delete(deviceCodesTable).where(lt(deviceCodesTable.expiresAt, now))
    const added = await tx
      .insert(deviceCodesTable)
      .values({ ...code, createdAt: now, expiresAt })
      .onConflictDoNothing({ target: deviceCodesTable.userCode })
      .returning({ userCode: deviceCodesTable.userCode })
    return added.length > 0
  },

  async findWaiting(userCode: string, now: Date): Promise<WaitingCode | undefined> {
    const [waiting] = await tx
      .select({
        machine: deviceCodesTable.machine,
        address: deviceCodesTable.address,
        asked_at: isoOf(deviceCodesTable.createdAt),
      })
      .from(deviceCodesTable)
      .where(waitsUnder(userCode, now))
    return waiting
  },

  /** @returns false when no machine waits under this code. */
  async answer(
    userCode: string,
    by: { allow: boolean; userId: UserId; teamId: TeamId; most: TeamRole; givenBy: UserId | null },
    now: Date,
  ): Promise<boolean> {
    const answered = await tx
      .update(deviceCodesTable)
      .set({
        answer: by.allow ? 'allowed' : 'denied',
        forUserId: by.userId,
        forTeamId: by.teamId,
        most: by.most,
        givenBy: by.givenBy,
      })
      .where(waitsUnder(userCode, now))
      .returning({ userCode: deviceCodesTable.userCode })
    return answered.length > 0
  },
})

const createPolls = (tx: DbExecutor) => ({
  /** Notes the poll, and returns when the one before it was. */
  async poll(deviceHash: string, now: Date): Promise<PolledCode | undefined> {
    const [row] = await rows<PolledRow>(
      tx,
      sql`
      with found as (
        select d.*, m.role from teamlore.device_codes d
        left join teamlore.memberships m on m.team_id = d.for_team_id and m.user_id = d.for_user_id
        where d.device_hash = ${deviceHash} and d.expires_at > ${at(now)}
      ), noted as (
        update teamlore.device_codes d set polled_at = ${at(now)} from found
        where d.device_hash = found.device_hash
      )
      select answer, machine, ${iso(sql`polled_at`)} as polled_at, for_user_id, for_team_id, most, given_by, role
      from found`,
    )
    return (
      row && {
        answer: row.answer,
        machine: row.machine,
        polledAt: row.polled_at === null ? null : new Date(row.polled_at),
        userId: row.for_user_id,
        teamId: row.for_team_id,
        most: row.most,
        givenBy: row.given_by,
        memberRole: row.role,
      }
    )
  },

  /** Uses a code up: of two polls at once, one gets the key. */
  async remove(deviceHash: string): Promise<boolean> {
    const removed = await tx
      .delete(deviceCodesTable)
      .where(eq(deviceCodesTable.deviceHash, deviceHash))
      .returning({ deviceHash: deviceCodesTable.deviceHash })
    return removed.length > 0
  },
})
