import type { HomeState, TeamRepositories } from '@teamlore/db'
import type { GuideStep, HomeGuide } from '@teamlore/shared/home'
import { mayDo, roleCovers } from '@teamlore/shared/roles'
import { toolsAllowed } from '../distil/leases/index.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import { isOfService, type TeamScope } from '../identity/teams/team-scope.ts'
import { UPLOAD_PLATFORM } from '../machines/upload-machine.ts'

type Repositories = Pick<TeamRepositories, 'home' | 'distilLeases' | 'usage'>

/** The first steps of the asker that they may take, and which of them happened. */
export const readGuide = async (
  repos: Repositories,
  scope: TeamScope,
  { guideHiddenAt }: Pick<HomeState, 'guideHiddenAt'>,
): Promise<HomeGuide> => {
  const is_hidden = guideHiddenAt !== null
  if (isOfService(scope) || !roleCovers(scope.role, 'member')) return { is_hidden, steps: [] }
  const facts = await repos.home.firstSteps(requirePerson(scope), { uploads: UPLOAD_PLATFORM })
  const step = (id: GuideStep, isDone: boolean | undefined) => ({ id, is_done: isDone === true })
  const distil = step('distil', facts?.distilled)
  // What an admin forbade is no step, unless it happened before.
  const isOpen = distil.is_done || (await mayDistil(repos))
  const invite = step('invite', facts?.invited)
  return {
    is_hidden,
    steps: [
      step('machine', facts?.machine),
      step('import', facts?.sessions),
      ...(isOpen ? [distil] : []),
      step('agents', facts?.agents),
      ...(mayDo(scope.role, 'people.invite') ? [invite] : []),
    ],
  }
}

const mayDistil = async ({ usage, distilLeases }: Repositories): Promise<boolean> =>
  (await usage.settings()).isEnabled && toolsAllowed(await distilLeases.rules()).length > 0
