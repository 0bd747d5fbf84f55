import { readAsOwner } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import type { IsolationWorld } from './isolation-world.ts'

/** Ids of what belongs to Ann as a person, and to her team: a key, a browser, a passkey and the like. */
export const idsOfPeople = async ({
  engine,
  us,
  send,
  ann,
}: IsolationWorld): Promise<Map<string, string>> => {
  const { teamId, userId } = ann
  const [browser, passkey, provider] = [newId.browser(), newId.passkey(), newId.provider()]
  const grant = newId.grant()
  for (const statement of [
    `insert into teamlore.browser_sessions (id, token_hash, team_id, user_id, expires_at)
      values ('${browser}', 'hash of ${browser}', '${teamId}', '${userId}', now() + interval '1 day')`,
    `insert into teamlore.passkeys (id, credential_id, user_id, most, name, public_key, counter, transports, created_at)
      values ('${passkey}', '${passkey}', '${userId}', 'owner', 'Laptop', 'k', 0, '{}', now())`,
    `insert into teamlore.oauth_grants (id, team_id, user_id, client_id, client_name, redirect_to,
        resource, scopes, refused_scopes, most, created_at)
      values ('${grant}', '${teamId}', '${userId}', 'c', 'Client', 'localhost', 'r', '{read}', '{}', 'viewer', now())`,
    `insert into teamlore.sign_in_providers (id, team_id, kind, name, client_id, client_secret,
        allowed_domains, groups_claim, group_roles, created_at)
      values ('${provider}', '${teamId}', 'google', 'Google', 'c', 's', '{}', 'groups', '[]', now())`,
  ])
    await readAsOwner(engine, `${statement} returning 1`)
  const invitation = (await send(ann.key, 'POST', '/v1/team/invitations', { role: 'viewer' })) as {
    id: string
  }
  const [key] = await readAsOwner<{ id: string }>(
    engine,
    `select id from teamlore.api_keys where user_id = '${userId}' order by id limit 1`,
  )
  const jo = await us.addMember('viewer', 'Joan')
  return new Map([
    ['browser', browser],
    ['passkey', passkey],
    ['grant', grant],
    ['provider', provider],
    ['invitation', invitation.id],
    ['key', key?.id ?? ''],
    ['user', jo.userId],
    ['job', 'distil-session/a'],
  ])
}
