import type { TeamRepositories } from '@teamlore/db'
import { HostError } from '@teamlore/shared/code-hosts'
import { grantEverybodyScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { type Audience, audienceOf } from './audience.ts'
import { sayToAll } from './say.ts'
import { weekOf } from './weeks.ts'
import {
  DONE,
  ignored,
  type SlackDigest,
  type SlackOutcome,
  type SlackWork,
  type SlackWorkDeps,
} from './work.types.ts'

const MOST = 100
const MOST_SHOWN = 5

type Lists = Pick<TeamRepositories, 'home' | 'memoryList' | 'memoryReview' | 'stale'>

const currentOf = async ({ memoryList }: Lists, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const { items } = await memoryList.list({ ids }, { limit: ids.length })
  const byId = new Map(items.map((memory) => [memory.id, memory]))
  return ids.flatMap((id) => {
    const found = byId.get(id)
    return found?.status === 'active' ? [found] : []
  })
}

const contradictionsOf = async (repos: Lists): Promise<SlackDigest['contradictions']> => {
  const pairs = await repos.memoryReview.contradictions(undefined, MOST)
  const current = await currentOf(repos, [
    ...new Set(pairs.flatMap(({ from_id, to_id }) => [from_id, to_id])),
  ])
  const byId = new Map(current.map((memory) => [memory.id, memory]))
  const both = pairs.flatMap(({ from_id, to_id }) => {
    const [first, second] = [byId.get(from_id), byId.get(to_id)]
    return first && second ? [{ first, second }] : []
  })
  return { count: both.length, items: both.slice(0, MOST_SHOWN) }
}

/** Read as nobody, so that the database itself names and counts nothing private and nothing of a restricted project. */
const readDigest = async (
  repos: Lists,
  { userId }: Pick<TeamScope, 'userId'>,
  { start, name }: ReturnType<typeof weekOf>,
): Promise<SlackDigest> => {
  const since = new Date(start.getTime() - 7 * 86_400_000)
  const fresh = await currentOf(repos, await repos.home.newMemories(since, MOST))
  const decisions = fresh.filter(({ kind }) => kind === 'decision')
  const stale = await repos.stale.list({ states: ['dirty', 'broken'] }, userId)
  const staleNow = await currentOf(
    repos,
    stale.slice(0, MOST).map(({ id }) => id),
  )
  return {
    week: name,
    decisions: { count: decisions.length, items: decisions.slice(0, MOST_SHOWN) },
    review: { count: (await repos.memoryReview.queue({}, 1)).total },
    contradictions: await contradictionsOf(repos),
    stale: { count: staleNow.length, items: staleNow.slice(0, MOST_SHOWN) },
  }
}

const whyNot = (audience: Audience): string =>
  audience === 'public'
    ? 'The digest was not sent: everybody in the workspace may read its channel. Choose a private channel of members of the team.'
    : 'The digest was not sent: not everybody in its channel is known to be a member of the team, or the app is not in it.'

/** The week of a team → one message in the channel that an admin chose, if everybody in there is of the team. */
export const sendDigest = async (deps: SlackWorkDeps, work: SlackWork): Promise<SlackOutcome> => {
  const { unitOfWork, wording } = deps
  const { stored, place, held } = work
  const channel = stored.digestChannel
  if (channel === null) return ignored('No channel gets the digest any more.')
  const audience = await audienceOf(deps, stored, { place, channel })
  if (audience !== 'team') throw new HostError('forbidden', whyNot(audience))
  const everybody = grantEverybodyScope(stored.teamId, null)
  const digest = await unitOfWork.inTeam(everybody, (repos) =>
    readDigest(repos, everybody, weekOf(held.receivedAt)),
  )
  if (wording.isQuietWeek(digest)) return ignored('There was nothing to say of this week.')
  await sayToAll(
    deps,
    work,
    { channel, thread: null },
    wording.digestOf(digest, { pages: stored.pagesUrl }),
  )
  return DONE
}
