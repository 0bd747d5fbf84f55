import type { CommandContext } from '../cli/command-context.ts'
import { EXIT, type ExitCode } from '../cli/exit-codes.ts'
import { dim } from '../output/line.ts'
import { printableLines } from '../output/printable.ts'
import { openConnection } from '../platform/connection.ts'

export type ContextOptions = { project?: string | undefined; budget?: number | undefined }

/** The brief for somebody about to work: what the team knows of a project, or of what is about to be done. */
export const runContext = async (
  context: CommandContext,
  words: readonly string[],
  { project, budget }: ContextOptions,
): Promise<ExitCode> => {
  const { output } = context
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
