import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { grantEverybodyScope, type SystemScope } from '../identity/teams/team-scope.ts'
import type { Curate } from '../memories/curate.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Concluded, createConcluding } from './conclude-pull-request.ts'
import { graveOf } from './grave-of-pull-request.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  curate: Curate
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/**
 * What a host that the team is connected to says became of a pull request: the same as where a person or a bot reports it, and said by
 * nobody. A graveyard entry waits for a person, as its words are of who wrote the pull request. Reasons are quoted from sessions that
 * the whole team reads.
 *
 * @returns how many of its commits are here.
 */
export const makeNotePullRequest = ({
  unitOfWork,
  curate,
  now = systemClock,
  ids = newId,
}: Deps) => {
  const concluding = createConcluding({ unitOfWork, now, ids })
  return async (scope: SystemScope, asked: Concluded): Promise<{ commits: number }> => {
    const saying = { scope, by: null }
    const request = await concluding.clean(saying, asked)
    if (request.state === 'open' || request.state === 'merged') {
      const { commits } = await concluding.restore(saying, request)
      return { commits }
    }
    const found = await concluding.takeBack(saying, request)
    const { projectId, commits, graves, isKnown, paths } = found
    const isBuried = graves.some(({ status }) => status !== 'archived')
    if (isBuried || isKnown || commits.length === 0) return { commits: commits.length }
    const everybody = grantEverybodyScope(scope.teamId, projectId)
    const quoted = await concluding.quoted(everybody, request, found)
    await curate(scope, {
      projectId,
      candidate: { ...graveOf(request, { commits, quoted }), paths, isDraft: true },
    })
    return { commits: commits.length }
  }
}

export type NotePullRequest = ReturnType<typeof makeNotePullRequest>
