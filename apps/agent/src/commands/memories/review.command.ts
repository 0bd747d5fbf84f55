import type { ReviewDecisionRequest } from '@teamlore/shared/memory-review'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { wrapLine } from '../../output/wrap.ts'
import { openConnection } from '../../platform/connection.ts'
import { memoryEntryLines, openPairs, waitingLines } from '../../views/memory.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { findMemberId } from '../shared/find-member.ts'
import { ensureKnownProject } from '../shared/known-project.ts'

export type DraftsOptions = {
  project?: string | undefined
  assignee?: string | undefined
  limit?: number | undefined
  batch?: boolean | undefined
}

/** `lore drafts`: what waits for a person. */
export const runDrafts = async (
  context: CommandContext,
  { assignee, batch, ...options }: DraftsOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const queue = await client.memories.reviewQueue({
    ...options,
    ...(batch === true ? { batch } : {}),
    assignee: assignee === undefined ? undefined : await findMemberId(client, assignee),
  })
  if (queue.items.length === 0) await ensureKnownProject(client, options.project)
  if (isJson) {
    output.json(queue)
    return EXIT.ok
  }
  const { readingWidth: width } = output
  if (queue.batch)
    output.print([
      bold(`Your batch of the week of ${queue.batch.week}`),
      `: ${queue.batch.decided} of ${plural(queue.batch.size, 'memory', 'memories')} decided.`,
    ])
  if (queue.items.length === 0) output.print([dim('Nothing waits for a person.')])
  output.print(...queue.items.flatMap((memory) => waitingLines(memory, { width })))
  const left = queue.total - queue.items.length
  if (left > 0)
    output.note([
      dim(`${plural(left, 'more memory', 'more memories')} wait; --limit shows more at once.`),
    ])
  // What waits because of a pair alone is not decided by approving it.
  if (queue.items.some((memory) => memory.status === 'draft' || openPairs(memory).length === 0))
    output.note([
      dim(
        '`lore approve ID…` or `lore reject ID… --reason WHY` decides; `lore undo` takes it back.',
      ),
    ])
  return EXIT.ok
}

export type DecideOptions = { reason?: string | undefined; to?: string | undefined }

const DONE: Record<ReviewDecisionRequest['decision'], string> = {
  approve: 'active now',
  reject: 'rejected',
  archive: 'put away',
  assign: 'assigned',
}

/** `lore approve|reject|archive|assign ID…`: one decision on many, all or none. */
export const runDecide = async (
  context: CommandContext,
  decision: ReviewDecisionRequest['decision'],
  ids: readonly string[],
  { reason, to }: DecideOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const wanted = [...new Set(ids.map((id) => id.trim().toLowerCase()))]
  if (decision === 'assign' && to === undefined)
    throw usageError('To whom?', '--to me, --to NAME, or --to nobody.')
  const { client } = await openConnection(context)
  const assignee =
    to === undefined ? {} : { assignee: to === 'nobody' ? null : await findMemberId(client, to) }
  const receipt = await client.memories.review({
    ids: wanted,
    decision,
    reason: reason ?? '',
    ...assignee,
  })
  if (isJson) {
    output.json(receipt)
    return EXIT.ok
  }
  const same = wanted.length - receipt.changed
  output.print([
    bold(plural(receipt.changed, 'memory', 'memories')),
    ` ${DONE[decision]}`,
    same === 0 ? '.' : `; ${same} stood so already.`,
  ])
  if (receipt.action !== null) output.note([dim(`\`lore undo ${receipt.action}\` takes it back.`)])
  return EXIT.ok
}

/** `lore undo`: takes back the last decision, or the one that is named. */
export const runUndo = async (
  context: CommandContext,
  action: string | undefined,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const receipt = await client.memories.undo(action === undefined ? {} : { action })
  if (context.isJson) context.output.json(receipt)
  else
    context.output.print(
      [
        ...['Undone: ', bold(UNDONE[receipt.decision] ?? receipt.decision), '. '],
        plural(receipt.changed, 'memory', 'memories'),
        receipt.changed === 1 ? ' stands as before:' : ' stand as before:',
      ],
      ...receipt.memories.flatMap(({ id, statement }) =>
        wrapLine([statement, ' ', dim(id)], { width: context.output.readingWidth, indent: '  ' }),
      ),
    )
  return EXIT.ok
}

/** What was decided, as one says it of the memories below. */
const UNDONE: Record<string, string> = {
  approve: 'approved',
  reject: 'rejected',
  archive: 'put away',
  assign: 'assigned',
  replaces: 'settled, the first replaces the other',
  both: 'settled, both hold',
}

export type ContradictionsOptions = { project?: string | undefined; limit?: number | undefined }

/** `lore contradictions`: memories that cannot both hold, side by side. */
export const runContradictions = async (
  context: CommandContext,
  options: ContradictionsOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const { items } = await client.contradictions.list(options)
  if (items.length === 0) await ensureKnownProject(client, options.project)
  if (isJson) {
    output.json({ items })
    return EXIT.ok
  }
  const { readingWidth: width } = output
  if (items.length === 0) output.print([dim('No memories contradict each other.')])
  output.print(
    ...items.flatMap(({ first, second, reason }): Line[] => [
      ...memoryEntryLines(first, { width }),
      [dim('  against')],
      ...memoryEntryLines(second, { width }),
      ...(reason === '' ? [] : [[dim(`  ${reason}`)]]),
      [],
    ]),
  )
  if (items.length > 0)
    output.note([
      dim(
        '`lore settle KEEP OTHER` says that one took the place of the other; --both that both hold.',
      ),
    ])
  return EXIT.ok
}

export type SettleOptions = { both?: boolean | undefined; reason?: string | undefined }

/** `lore settle KEEP OTHER`: what a person says of two memories that contradict each other or may be one. */
export const runSettle = async (
  context: CommandContext,
  { keep, other }: { keep: string; other: string },
  { both, reason }: SettleOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const memory = await client.memories.settle({
    keep: keep.trim().toLowerCase(),
    other: other.trim().toLowerCase(),
    decision: both ? 'both' : 'replaces',
    reason: reason ?? '',
  })
  if (isJson) output.json({ memory })
  else output.print(...memoryEntryLines(memory, { width: output.readingWidth }))
  return EXIT.ok
}
