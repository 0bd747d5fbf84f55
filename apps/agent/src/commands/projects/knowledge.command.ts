import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { printableLines } from '../../output/printable.ts'
import { openConnection } from '../../platform/connection.ts'
import { scoreLines } from '../../views/score.view.ts'
import { askedProject } from '../shared/asked-project.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type ScoreOptions = { project?: string | undefined; limit?: number | undefined }
export type OnboardOptions = {
  project?: string | undefined
  days?: number | undefined
  budget?: number | undefined
}

const HINT = 'Name one with --project.'

/** `lore score`: how well a project is known. */
export const runScore = async (
  context: CommandContext,
  { project: named, limit }: ScoreOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const project = await projectHere(context, client, named)
  const score = await client.score({ project, limit })
  if (isJson) output.json(score)
  else output.print(...scoreLines(score))
  return EXIT.ok
}

/** `lore onboard`: what a person who joins a project wants to know first. */
export const runOnboard = async (
  context: CommandContext,
  { project: named, days, budget }: OnboardOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const project = await projectHere(context, client, named)
  const brief = await client.onboarding({ project, days, budget_tokens: budget })
  if (isJson) output.json(brief)
  else output.print(...printableLines(brief.text.trimEnd()).map((line) => [line]))
  return EXIT.ok
}

const projectHere = async (
  context: CommandContext,
  client: Parameters<typeof askedProject>[1],
  named: string | undefined,
): Promise<string> => {
  const project = await askedProject(context, client, { project: named, hint: HINT })
  if (project === undefined) throw usageError('This folder is no repository.', HINT)
  return project
}
