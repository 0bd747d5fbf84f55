import type { MemoryPolicyAnswer } from '@teamlore/shared/memory-review'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type PolicyOptions = { project?: string | undefined }
export type PolicySetOptions = PolicyOptions & {
  manual?: boolean | undefined
  confidence?: string | undefined
  origin?: readonly string[] | undefined
}

const OPEN_ORIGINS = ['human', 'agent', 'import'] as const

const sentence = ({ mode, threshold, origins }: MemoryPolicyAnswer): string => {
  if (mode === 'manual') return 'A person approves every memory.'
  if (mode === 'confidence')
    return `Memories become active by themselves from a confidence of ${threshold} on.`
  return `Memories of these origins become active by themselves: ${origins.join(', ') || 'none'}.`
}

const show = (
  { output, isJson }: CommandContext,
  policy: MemoryPolicyAnswer,
  project: string | undefined,
): ExitCode => {
  if (isJson) output.json(policy)
  else {
    const from = project === undefined ? 'the team said nothing else' : 'it is that of the team'
    output.print([sentence(policy), policy.is_own ? '' : dim(` (${from})`)])
    output.note([dim('Words of tools and of the web always wait for a person.')])
  }
  return EXIT.ok
}

/** `lore policy`: who lets memories become active. */
export const runPolicy = async (
  context: CommandContext,
  { project }: PolicyOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  return show(context, await client.memories.policy({ project }), project)
}

/** `lore policy remove`: a project goes by what the team says again, the team by what holds everywhere. */
export const runPolicyRemove = async (
  context: CommandContext,
  { project }: PolicyOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  return show(context, await client.memories.removePolicy({ project }), project)
}

/** `lore policy set`: one of the three ways, for the team or a project. */
export const runPolicySet = async (
  context: CommandContext,
  { project, manual, confidence, origin }: PolicySetOptions,
): Promise<ExitCode> => {
  const ways = [manual === true, confidence !== undefined, origin !== undefined]
  if (ways.filter(Boolean).length !== 1)
    throw usageError('Give one of --manual, --confidence and --origin.', 'See lore policy --help.')
  const way = wayOf({ confidence, origin })
  const { client } = await openConnection(context)
  const policy = await client.memories.setPolicy({
    ...(project === undefined ? {} : { project }),
    ...way,
  })
  return show(context, policy, project)
}

const wayOf = ({ confidence, origin }: Pick<PolicySetOptions, 'confidence' | 'origin'>) => {
  const usual = { threshold: 0.6, origins: ['human' as const, 'import' as const] }
  if (confidence !== undefined) {
    const threshold = Number(confidence)
    if (confidence.trim() === '' || !(threshold >= 0 && threshold <= 1))
      throw usageError(`--confidence is ${confidence}.`, 'Give a number from 0 to 1, such as 0.6.')
    return { ...usual, mode: 'confidence' as const, threshold }
  }
  if (origin === undefined) return { ...usual, mode: 'manual' as const }
  const origins = origin.map((name) => {
    const known = OPEN_ORIGINS.find((one) => one === name)
    if (known !== undefined) return known
    throw usageError(
      `--origin is ${name}.`,
      `Give of ${OPEN_ORIGINS.join(', ')}; others always wait for a person.`,
    )
  })
  return { ...usual, mode: 'origin' as const, origins }
}
