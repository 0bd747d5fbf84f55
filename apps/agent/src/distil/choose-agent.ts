import { DISTIL_TOOLS, type DistilTool } from '@teamlore/shared/distil-leases'
import { CliError } from '../errors/cli-error.ts'
import { ADAPTERS } from '../own-agent/adapters/adapters.ts'
import {
  type FoundAgent,
  findOwnAgent,
  type Machine,
  type MissingAgent,
} from '../own-agent/find-own-agents.ts'

const isFound = (agent: FoundAgent | MissingAgent): agent is FoundAgent => 'file' in agent

const WHAT_TO_DO: Record<MissingAgent['why'], string> = {
  'not installed': 'is not found on your PATH',
  'too old': 'is older than the version whose tools can all be switched off; update it',
  'not signed in': 'is not signed in; start it once and sign in',
}

const why = ({ adapter, why }: MissingAgent): string => `${adapter.label} ${WHAT_TO_DO[why]}.`

/**
 * The coding agent to be asked: the one that is named, or the first that is there, signed in and allowed. Those that cost the person
 * more than a call are never chosen by themselves.
 *
 * @throws CliError which says of each why it is not.
 */
export const chooseAgent = async (
  wanted: DistilTool | 'auto',
  allowed: readonly DistilTool[],
  machine: Machine,
  signal?: AbortSignal,
): Promise<FoundAgent> => {
  const candidates =
    wanted === 'auto' ? DISTIL_TOOLS.filter((tool) => !ADAPTERS[tool].isOptIn) : [wanted]
  const missing: MissingAgent[] = []
  for (const tool of candidates) {
    if (!allowed.includes(tool)) continue
    const agent = await findOwnAgent(ADAPTERS[tool], machine, signal)
    if (isFound(agent)) return agent
    missing.push(agent)
  }
  if (missing.length === 0)
    throw new CliError({
      code: 'distil.forbidden',
      message:
        wanted === 'auto'
          ? 'Your team allows none of these coding agents to distil its sessions.'
          : `Your team does not allow ${ADAPTERS[wanted].label} to distil its sessions.`,
      hint: 'Ask an admin of your team, or take another by --with.',
    })
  throw new CliError({
    code: 'distil.no_coding_agent',
    message: `There is no coding agent that could be asked. ${missing.map(why).join(' ')}`,
    hint: 'Install one and sign in, or name another by --with.',
  })
}
