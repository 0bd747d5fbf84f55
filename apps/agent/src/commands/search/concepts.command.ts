import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago, count } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { type Column, tableLines } from '../../output/table.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type ConceptsOptions = {
  project?: string | undefined
  limit?: number | undefined
  /** Also the weak ones. */
  all?: boolean | undefined
}

const COLUMNS: readonly Column[] = [
  { title: 'CONCEPT', shrinksTo: 12 },
  { title: 'FINDINGS', align: 'right' },
  { title: 'LAST' },
]

const NONE =
  'There are no concepts like that. Observations have them; `lore status` says whether there are any.'

const leftOut = (weak: number): string =>
  `${count(weak)} more are of a single finding, numbers, or words that every program has; --all lists them.`

/** What the team's findings are about, the most frequent first. */
export const runConcepts = async (
  context: CommandContext,
  prefix: string | undefined,
  { project, limit = 30, all }: ConceptsOptions,
): Promise<ExitCode> => {
  const { output } = context
  const { client } = await openConnection(context)
  const response = await client.concepts({ project, prefix, limit, all })
  if (context.isJson) {
    output.json(response)
    return EXIT.ok
  }
  if (response.items.length === 0) {
    // A note says more than that nothing was found.
    const { notes } = response
    output.print(...(notes.length > 0 ? notes : [NONE]).map((line) => [line]))
    return EXIT.ok
  }
  const now = context.now()
  output.print(
    ...tableLines(
      COLUMNS,
      response.items.map(({ concept, observations, last_at }) => [
        concept,
        count(observations),
        last_at === null ? '–' : ago(last_at, now),
      ]),
      { width: output.width, title: dim },
    ),
  )
  if (response.left_out > 0) output.note([dim(leftOut(response.left_out))])
  output.note([dim('`lore search concept:NAME` finds what is about one.')])
  return EXIT.ok
}
