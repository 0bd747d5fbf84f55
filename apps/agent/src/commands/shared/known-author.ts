import type { LoreClient } from '@teamlore/shared'
import { usageError } from '../../errors/cli-error.ts'
import { listMembers } from './find-member.ts'
import { didYouMean } from './nearest-name.ts'

/**
 * Of what found nothing of a person who was named: a slip in the name would look as if they had done nothing. Who left the team
 * may still have sessions.
 *
 * @throws CliError where nobody is called like that.
 */
export const ensureKnownAuthor = async (
  client: LoreClient,
  named: string | undefined,
): Promise<void> => {
  if (named === undefined) return
  const theirs = { author: named, started_by: 'anyone' as const, limit: 1 }
  if ((await client.sessions.list(theirs)).items.length > 0) return
  const members = await listMembers(client).catch(() => undefined)
  // Who may not see the team learns nothing of it.
  if (members === undefined) return
  const wanted = named.toLowerCase()
  const isOne = members.some(
    ({ id, name, email }) =>
      id === named || [name, email].some((one) => one?.toLowerCase() === wanted),
  )
  if (isOne) return
  const names = members.flatMap(({ name, email }) => (email === null ? [name] : [name, email]))
  throw usageError(
    `--author: nobody in the team is called "${named}".`,
    `${didYouMean(named, names)}\`lore team list\` shows who is in the team.`,
  )
}
