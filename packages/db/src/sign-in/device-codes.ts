import type { RegisterMachineRequest, TeamId, TeamRole, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { iso } from '../sql/page.ts'

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

export const createDeviceCodeRepository = (tx: DbExecutor) => ({
  /** Also forgets those that are over. @returns false when the short code is taken. */
  async add(code: NewDeviceCode, now: Date, expiresAt: Date): Promise<boolean> {
    await tx.execute(sql`delete from teamlore.device_codes where expires_at < ${at(now)}`)
    const added = await rows(
      tx,
      sql`
      insert into teamlore.device_codes (device_hash, user_code, machine, address, created_at, expires_at)
      values (${code.deviceHash}, ${code.userCode}, ${JSON.stringify(code.machine)}::text::jsonb, ${code.address},
        ${at(now)}, ${at(expiresAt)})
      on conflict (user_code) do nothing returning user_code`,
    )
    return added.length > 0
  },

  async findWaiting(userCode: string, now: Date): Promise<WaitingCode | undefined> {
    const [row] = await rows<WaitingCode>(
      tx,
      sql`
      select machine, address, ${iso(sql`created_at`)} as asked_at from teamlore.device_codes
      where user_code = ${userCode} and answer is null and expires_at > ${at(now)}`,
    )
    return row
  },

  /** @returns false when no machine waits under this code. */
  async answer(
    userCode: string,
    by: { allow: boolean; userId: UserId; teamId: TeamId; most: TeamRole; givenBy: UserId | null },
    now: Date,
  ): Promise<boolean> {
    const answered = await rows(
      tx,
      sql`
      update teamlore.device_codes set answer = ${by.allow ? 'allowed' : 'denied'},
        for_user_id = ${by.userId}, for_team_id = ${by.teamId}, most = ${by.most}, given_by = ${by.givenBy}
      where user_code = ${userCode} and answer is null and expires_at > ${at(now)} returning user_code`,
    )
    return answered.length > 0
  },

  /** Notes the poll, and tells when the one before it was. */
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
    const removed = await rows(
      tx,
      sql`delete from teamlore.device_codes where device_hash = ${deviceHash} returning device_hash`,
    )
    return removed.length > 0
  },
})
