import type { TeamId, UserId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'

/** What stands in the place of a name that was erased. */
const ERASED = 'Erased person'

/** Statements that take a person out of rows which stay, in their order: addresses are looked by before they are gone. */
export const blankingsOf = (
  { teamId, userId }: { teamId: TeamId; userId: UserId },
  { isElsewhere }: { isElsewhere: boolean },
): { table: string; statement: SQL }[] => {
  const addresses = sql`(
    select lower(u.email) from teamlore.users u where u.id = ${userId} and u.email is not null
    union select lower(i.email) from teamlore.identities i where i.user_id = ${userId} and i.email is not null
    union select lower(v.email) from teamlore.invitations v
      where v.team_id = ${teamId} and v.user_id = ${userId} and v.email is not null)`
  return [
    {
      table: 'audit_personal_fields',
      statement: sql`update teamlore.audit_personal_fields x set value = null, salt = null
        where x.team_id = ${teamId} and x.value is not null
          and (x.user_id = ${userId} or lower(x.value) in ${addresses})`,
    },
    {
      table: 'commits',
      statement: sql`update teamlore.commits x set author_name = ${ERASED}, author_hash = null
        where x.team_id = ${teamId} and x.author_hash in (
          select left(encode(sha256(convert_to(a.email, 'UTF8')), 'hex'), 16) from ${addresses} a(email))`,
    },
    {
      table: 'invitations',
      statement: sql`update teamlore.invitations x set email = null
        where x.team_id = ${teamId} and x.email is not null
          and (x.user_id = ${userId} or lower(x.email) in ${addresses})`,
    },
    {
      table: 'machines',
      statement: sql`update teamlore.machines x set name = ${ERASED}, fingerprint = x.id, platform = '', agent_version = ''
        where x.team_id = ${teamId} and x.user_id = ${userId}`,
    },
    {
      // A folder on a machine of theirs names that machine and where it lies.
      table: 'projects',
      statement: sql`update teamlore.projects x set identity = 'path:erased:' || x.id, name = 'Erased folder'
        where x.team_id = ${teamId} and exists (select from teamlore.machines m
          where m.team_id = ${teamId} and m.user_id = ${userId} and starts_with(x.identity, 'path:' || m.id || ':'))`,
    },
    {
      table: 'memory_signals',
      statement: sql`update teamlore.memory_signals x set note = ''
        where x.team_id = ${teamId} and x.user_id = ${userId} and x.note <> ''`,
    },
    {
      table: 'usage_events',
      statement: sql`update teamlore.usage_events x
        set user_id = nullif(x.user_id, ${userId}), asked_by = nullif(x.asked_by, ${userId})
        where x.team_id = ${teamId} and (x.user_id = ${userId} or x.asked_by = ${userId})`,
    },
    ...(isElsewhere ? [] : whollyOf(userId)),
  ]
}

/** Where they are in no other team, nothing of how they signed in is left, and their row is an id. */
const whollyOf = (userId: UserId): { table: string; statement: SQL }[] => [
  ...['identities', 'passkeys', 'sign_in_attempts'].map((table) => ({
    table,
    statement: sql`delete from teamlore.${sql.identifier(table)} x where x.user_id = ${userId}`,
  })),
  {
    table: 'device_codes',
    statement: sql`delete from teamlore.device_codes x where x.for_user_id = ${userId}`,
  },
  {
    table: 'users',
    statement: sql`update teamlore.users x set name = ${ERASED}, email = null where x.id = ${userId}`,
  },
]
