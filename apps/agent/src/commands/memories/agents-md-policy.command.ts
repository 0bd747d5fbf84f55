import type { LoreClient } from '@teamlore/shared'
import type { AgentsMdPolicy, SetAgentsMdPolicy } from '@teamlore/shared/agents-md'
import type { MemoryKind } from '@teamlore/shared/memories'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { dim, type Line } from '../../output/line.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { type AgentsMdOptions, openProject } from './agents-md-project.ts'

export type AgentsMdPolicyOptions = Pick<AgentsMdOptions, 'project'> & {
  kind?: readonly MemoryKind[] | undefined
  confidence?: string | undefined
  tokens?: string | undefined
  remove?: boolean | undefined
}

const policyLines = ({ kinds, min_confidence, max_tokens, is_own }: AgentsMdPolicy): Line[] => [
  [`Kinds: ${kinds.join(', ')}.`],
  [`From a confidence of ${min_confidence} on, up to ${plural(max_tokens, 'token')}.`],
  [
    dim(
      is_own ? 'Set for this project.' : 'The project has nothing of its own; so it is everywhere.',
    ),
  ],
]

/** `lore agents-md policy`: what may be written into the files of a project. */
export const runAgentsMdPolicy = async (
  context: CommandContext,
  { project, kind, confidence, tokens, remove }: AgentsMdPolicyOptions,
): Promise<ExitCode> => {
  const set: SetAgentsMdPolicy = {
    ...(kind === undefined ? {} : { kinds: [...kind] }),
    ...(confidence === undefined
      ? {}
      : { min_confidence: numberOf('--confidence', confidence, 0, 1) }),
    ...(tokens === undefined ? {} : { max_tokens: numberOf('--tokens', tokens, 100, 8_000) }),
  }
  if (remove === true && Object.keys(set).length > 0)
    throw usageError(
      '--remove goes without --kind, --confidence and --tokens.',
      'Take the policy of the project away, or set another.',
    )
  const { client, id } = await openProject(context, project)
  const policy = await change(client, { id, set, isRemoved: remove === true })
  if (context.isJson) context.output.json(policy)
  else context.output.print(...policyLines(policy))
  return EXIT.ok
}

const change = (
  { agentsMd }: LoreClient,
  { id, set, isRemoved }: { id: string; set: SetAgentsMdPolicy; isRemoved: boolean },
): Promise<AgentsMdPolicy> => {
  if (isRemoved) return agentsMd.removePolicy(id)
  return Object.keys(set).length === 0 ? agentsMd.policy(id) : agentsMd.setPolicy(id, set)
}

const numberOf = (name: string, typed: string, least: number, most: number): number => {
  const value = Number(typed)
  if (typed.trim() !== '' && value >= least && value <= most) return value
  throw usageError(`${name} is ${typed}.`, `Give a number from ${least} to ${most}.`)
}
