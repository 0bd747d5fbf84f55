import { usageError } from '../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { dim } from '../output/line.ts'
import { printableLines } from '../output/printable.ts'
import { openConnection } from '../platform/connection.ts'
import type { CommandContext } from './command-context.ts'
import { showLastBrief } from './last-brief.ts'

export type ContextOptions = {
  project?: string | undefined
  budget?: number | undefined
  /** Instead: what a session on this machine was given at its start. */
  last?: boolean | undefined
}

/** The brief for somebody about to work: what the team knows of a project, or of what is about to be done. */
export const runContext = async (
  context: CommandContext,
  words: readonly string[],
  { project, budget, last }: ContextOptions,
): Promise<ExitCode> => {
  const { output } = context
  if (last) {
    if (words.length > 0 || project !== undefined || budget !== undefined)
      throw usageError(
        '--last goes alone.',
        'It shows what was given in the project of this folder, else the last that was given on this machine.',
      )
    return showLastBrief(context)
  }
  const { client } = await openConnection(context)
  const question = words.join(' ').trim()
  const brief = await client.context({
    project,
    q: question === '' ? undefined : question,
    budget_tokens: budget,
  })
  if (context.isJson) {
    output.json(brief)
    return EXIT.ok
  }
  output.print(...printableLines(brief.text.trimEnd()).map((line) => [line]))
  const { count, tokens } = brief.left_out
  if (count > 0)
    output.note([
      dim(`${count} left out for the budget (${tokens} tokens); --budget N gives them room.`),
    ])
  if (brief.included.length > 0) output.note([dim('`lore show ID` opens what it rests on.')])
  return EXIT.ok
}
