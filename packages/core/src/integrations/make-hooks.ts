import type { StoredIntegration, UnitOfWork } from '@teamlore/db'
import { type CodeHosts, HostError } from '@teamlore/shared/code-hosts'
import { plural } from '@teamlore/shared/plural'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { appForWork, openKeys } from './keys.ts'
import { hookUrlOf } from './shown.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  hosts: { gitlab: Pick<CodeHosts['gitlab'], 'putHook'> }
  secretBox: SecretBox | undefined
}

/** Each is looked after so often, as somebody may have taken it away at the host. */
const SEEN_TO_MS = 86_400_000
/** At one look: the rest is for the next. */
const MAX_AT_ONCE = 300

/** Sees to it that each repository sends its events here, where that is done by this server. What was done stays so where this is interrupted. */
export const makeHooks = async (
  { unitOfWork, hosts, secretBox }: Deps,
  { scope, stored, at }: { scope: SystemScope; stored: StoredIntegration; at: Date },
): Promise<void> => {
  if (stored.kind !== 'gitlab' || !stored.makesHooks) return
  const app = appForWork(secretBox, stored)
  const { hookSecret: secret } = openKeys(secretBox, stored)
  const hookUrl = hookUrlOf(stored)
  const all = await unitOfWork.inTeam(scope, ({ hostedRepositories }) =>
    hostedRepositories.list(stored.id),
  )
  const due = all.filter(
    ({ hookedAt }) => hookedAt === null || at.getTime() - hookedAt.getTime() > SEEN_TO_MS,
  )
  let refused = 0
  for (const { repositoryId, installationId, fullName } of due.slice(0, MAX_AT_ONCE)) {
    const place = { app, installationId, fullName }
    const isMade = await hosts.gitlab.putHook(place, { hookUrl, secret })
    if (!isMade) refused += 1
    await unitOfWork.inTeam(scope, ({ hostedRepositories }) =>
      hostedRepositories.noteHooked(stored.id, repositoryId, isMade ? at : null),
    )
  }
  if (refused > 0)
    throw new HostError(
      'forbidden',
      `GitLab takes no webhook of ${plural(refused, 'repository', 'repositories')}. Give the account of the token the role Maintainer there, or make them by hand.`,
    )
}
