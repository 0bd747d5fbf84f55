import { createSecretBox, grantTeamScope } from '@teamlore/core'
import { createUnitOfWork } from '@teamlore/db'
import { createTestTeam } from '@teamlore/db/testing'

/** What a worker is given that asks hosts of this machine. */
export const HOSTS = {
  secret: 'a secret of a server that is long enough',
  allowedHosts: { names: new Set(['127.0.0.1']), ranges: [] },
}

/** A team with an admin, who connects it to hosts of this machine. */
export const createHostTeam = async (engine: Parameters<typeof createTestTeam>[0]) => {
  const team = await createTestTeam(engine)
  const member = await team.addMember('admin')
  const admin = grantTeamScope({ ...member, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const unitOfWork = createUnitOfWork(engine)
  const secretBox = createSecretBox(HOSTS.secret)
  return { teamId: team.teamId, admin, unitOfWork, secretBox, publicUrl: 'https://lore.test' }
}
