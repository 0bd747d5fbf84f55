import type { StoredSlack, UnitOfWork } from '@teamlore/db'
import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackHost, SlackPerson, SlackPlace } from '@teamlore/shared/slack-host'
import { grantSystemScope, grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'

export type MemberDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  slack: Pick<SlackHost, 'person'>
}

type Team = Pick<StoredSlack, 'teamId'>

/** The member whose address the workspace has confirmed for this person; undefined for anybody else. */
const memberOf = async (
  { unitOfWork }: MemberDeps,
  { teamId }: Team,
  { email, isOutsider, isProgram }: SlackPerson,
): Promise<TeamScope | undefined> => {
  if (email === undefined || isOutsider || isProgram) return undefined
  const found = await unitOfWork.inTeam(grantSystemScope(teamId), ({ people }) =>
    people.findByEmail(email),
  )
  if (found === undefined || found.kind !== 'person') return undefined
  return grantTeamScope(
    { teamId, userId: found.id, role: found.role, actor: { kind: 'user', via: 'api_key' } },
    'viewer',
  )
}

/** @returns undefined where Slack has nobody of this id any more. */
const personOf = async (
  { slack }: MemberDeps,
  place: SlackPlace,
  id: string,
): Promise<SlackPerson | undefined> => {
  try {
    return await slack.person(place, id)
  } catch (error) {
    if (error instanceof HostError && error.failure === 'gone') return undefined
    throw error
  }
}

export const findMember = async (
  deps: MemberDeps,
  team: Team,
  at: { place: SlackPlace; person: string },
): Promise<TeamScope | undefined> => {
  const person = await personOf(deps, at.place, at.person)
  return person && memberOf(deps, team, person)
}

const AT_ONCE = 8

/** Whether all of them are members of the team; programs are nobody. */
export const areMembers = async (
  deps: MemberDeps,
  team: Team,
  { place, ids }: { place: SlackPlace; ids: readonly string[] },
): Promise<boolean> => {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const known = await Promise.all(
      ids.slice(from, from + AT_ONCE).map(async (id) => {
        const person = await personOf(deps, place, id)
        if (person === undefined) return false
        return person.isProgram || (await memberOf(deps, team, person)) !== undefined
      }),
    )
    if (known.includes(false)) return false
  }
  return true
}
