import type { LoreClient } from '@teamlore/shared'
import type { TeamMember } from '@teamlore/shared/people'
import { CliError } from '../../errors/cli-error.ts'

const PAGE = { limit: 200 }

export const listMembers = async (client: LoreClient): Promise<TeamMember[]> => {
  const found: TeamMember[] = []
  let cursor: string | undefined
  do {
    const page = await client.members.list({ ...PAGE, ...(cursor ? { cursor } : {}) })
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** A member by id, address or name, as far as one alone is meant. */
export const findMember = async (client: LoreClient, typed: string): Promise<TeamMember> => {
  const wanted = typed.toLowerCase()
  const found = (await listMembers(client)).filter(({ id, name, email }) =>
    [id, name.toLowerCase(), email].includes(wanted),
  )
  const [one, second] = found
  if (one !== undefined && second === undefined) return one
  throw new CliError({
    code: 'team.who',
    message:
      one === undefined
        ? `Nobody in the team is called ${typed}.`
        : `Several members are called ${typed}.`,
    hint: '`lore team list` shows who is in the team, with their ids.',
  })
}

/** Id of a member: `me`, or an id, address or name. */
export const findMemberId = async (client: LoreClient, typed: string): Promise<string> => {
  if (typed.toLowerCase() === 'me') return (await client.me()).user.id
  if (typed.startsWith('usr_')) return typed
  return (await findMember(client, typed)).id
}
