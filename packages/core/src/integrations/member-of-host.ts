import type { StoredIntegration, UnitOfWork } from '@teamlore/db'
import { roleCovers } from '@teamlore/shared/roles'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'

/** An account of a host, by its number there, as a member of the team who may write; undefined for anybody else. */
export const memberOfHost = async (
  { unitOfWork }: { unitOfWork: Pick<UnitOfWork, 'asSystem'> },
  { teamId, kind, webUrl }: Pick<StoredIntegration, 'teamId' | 'kind' | 'webUrl'>,
  subject: string,
): Promise<TeamScope<'member'> | undefined> => {
  const found = await unitOfWork.asSystem(({ identities }) =>
    identities.memberOfHost(teamId, { kind, issuer: webUrl, subject }),
  )
  if (found === undefined || !roleCovers(found.role, 'member')) return undefined
  const { userId, role } = found
  return grantTeamScope({ teamId, userId, role, actor: { kind: 'user', via: 'api_key' } }, 'member')
}
