import { ApiError, type LoreClient, type Me } from '@teamlore/shared'
import { type Line, yellow } from '../../output/line.ts'
import type { CommandContext } from './command-context.ts'

/** What is closed to a credential that somebody else made, and what to do. It says the same whether or not there is anything. */
export const noPrivateAccessLine = ({ name }: NonNullable<Me['given_by']>): Line => [
  yellow('note'),
  `  ${name} made this credential for you: what is private to you is closed to it. Where it is you who uses it, run \`lore login\` and confirm its code where you signed in yourself.`,
]

/** Says it where nothing was found; a server that does not answer is passed over, since the command has its answer. */
export const noteNoPrivateAccess = async (
  { output, isJson }: CommandContext,
  client: Pick<LoreClient, 'me'>,
): Promise<void> => {
  if (isJson) return
  const maker = (await client.me().catch(() => undefined))?.given_by
  if (maker) output.note(noPrivateAccessLine(maker))
}

/** Runs what opens something by its id. */
export const withPrivateAccessNote = async (
  context: CommandContext,
  client: LoreClient,
  open: () => Promise<void>,
): Promise<void> => {
  try {
    await open()
  } catch (error) {
    if (error instanceof ApiError && error.code.endsWith('not_found'))
      await noteNoPrivateAccess(context, client)
    throw error
  }
}
