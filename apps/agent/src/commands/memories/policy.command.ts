import type { MemoryPolicyAnswer } from '@teamlore/shared/memory-review'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type PolicyOptions = { project?: string | undefined }
export type PolicySetOptions = PolicyOptions & {
  manual?: boolean | undefined
  confidence?: string | undefined
  origin?: readonly string[] | undefined
  unreviewed?: 'on' | 'off' | undefined
}
export type UnreviewedOptions = PolicyOptions & { back?: boolean | undefined }

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
    if (policy.serves_unreviewed)
      output.print([
        'What passed the checks is served before anybody reviewed it, marked as unreviewed.',
      ])
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
  { project, manual, confidence, origin, unreviewed }: PolicySetOptions,
): Promise<ExitCode> => {
  const ways = [manual === true, confidence !== undefined, origin !== undefined]
  const given = ways.filter(Boolean).length
  if (given > 1 || (given === 0 && unreviewed === undefined))
    throw usageError('Give one of --manual, --confidence and --origin.', 'See lore policy --help.')
  const typed = given === 0 ? undefined : wayOf({ confidence, origin })
  const { client } = await openConnection(context)
  const way = typed ?? wayThatHolds(await client.memories.policy({ project }))
  const policy = await client.memories.setPolicy({
    ...(project === undefined ? {} : { project }),
    ...way,
    ...(unreviewed === undefined ? {} : { serves_unreviewed: unreviewed === 'on' }),
  })
  return show(context, policy, project)
}

const wayThatHolds = ({ mode, threshold, origins }: MemoryPolicyAnswer) => ({
  mode,
  threshold,
  origins,
})

/** `lore policy unreviewed`: moves the drafts of before, or what is served so back. */
export const runPolicyUnreviewed = async (
  context: CommandContext,
  { project, back }: UnreviewedOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const moved = await client.memories.moveUnreviewed({
    to: back === true ? 'draft' : 'unreviewed',
    limit: 500,
    ...(project === undefined ? {} : { project }),
  })
  if (isJson) output.json(moved)
  else {
    const into = back === true ? 'wait as drafts again' : 'are served as unreviewed'
    output.print([`${plural(moved.changed, 'memory', 'memories')} ${into}.`])
    if (moved.left > 0) output.note([dim(`${moved.left} more: run it again.`)])
    if (moved.action !== null) output.note([dim(`\`lore undo ${moved.action}\` takes it back.`)])
  }
  return EXIT.ok
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
