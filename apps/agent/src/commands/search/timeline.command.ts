import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { dim, yellow } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import { timelineLines } from '../../views/timeline.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { parseTime } from '../shared/parse-time.ts'
import { ensureEntryTypes } from './ensure-entry-types.ts'
import { TIMELINE_KINDS } from './entry-types.ts'

export type TimelineOptions = {
  at?: string | undefined
  query?: string | undefined
  before?: number | undefined
  after?: number | undefined
  kinds?: string | undefined
  within?: 'project' | 'session' | 'team' | undefined
  project?: string | undefined
  budget?: number | undefined
}

/** What happened around something: an id, a moment, or the best hit of a question. */
export const runTimeline = async (
  context: CommandContext,
  id: string | undefined,
  { at, query, budget, ...options }: TimelineOptions,
): Promise<ExitCode> => {
  const { output } = context
  if ([id, at, query].filter((one) => one !== undefined).length !== 1)
    throw usageError(
      'Say around what to look.',
      'Give one of: an id that `lore search` named, --at 2026-05-01, --query "words".',
    )
  ensureEntryTypes('--kinds', options.kinds, TIMELINE_KINDS)
  const { client } = await openConnection(context)
  const response = await client.timeline({
    ...options,
    around: id?.trim().toLowerCase(),
    at: at === undefined ? undefined : parseTime(at, 'at', context.now()),
    q: query,
    budget_tokens: budget,
  })
  if (context.isJson) {
    output.json(response)
    return EXIT.ok
  }
  output.note(...response.notes.map((note) => [yellow('note'), `  ${note}`]))
  if (response.anchor.at === null) output.print(['There is nothing to look around: see the note.'])
  else if (response.items.length === 0) output.print(['Nothing happened there that you may see.'])
  else output.print(...timelineLines(response, { width: output.readingWidth }))
  if (response.left_out.count > 0)
    output.note([
      dim(
        `${response.left_out.count} left out for the budget (${plural(response.left_out.tokens, 'token')}).`,
      ),
    ])
  if (response.items.length > 0) output.note([dim('`lore show ID` opens one.')])
  return EXIT.ok
}
