import type { LoreClient } from '@teamlore/shared'
import type {
  NotReady,
  Retention,
  RetentionPreview,
  RetentionRun,
  SetRetention,
} from '@teamlore/shared/retention'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { bytes, dateTime, plural } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { limitWords } from '../../output/removal-words.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { askToConfirm } from '../shared/confirm.ts'
import { projectIdOf } from '../shared/project-id.ts'
import { type LimitOptions, limitsTyped } from './retention-limits.ts'

export type RetentionOptions = LimitOptions & {
  off?: boolean | undefined
  dryRun?: boolean | undefined
  yes?: boolean | undefined
}

const WHY: Record<NotReady, string> = {
  held: 'under a legal hold',
  at_work: 'still at work',
  not_distilled: 'not distilled yet',
  not_read: 'being read for findings',
  not_curated: 'not curated yet',
}

const OFF: SetRetention = { days: null, max_bytes: null, keeps_prompts: true }

const runLine = (run: RetentionRun): Line => [
  dim(`  ${dateTime(run.finished_at ?? run.started_at)}  `),
  `${plural(run.messages, 'message')} of ${plural(run.sessions, 'session')}, ${bytes(run.bytes)}`,
  dim(`; ${plural(run.kept_messages, 'message')} kept theirs`),
  ...(run.finished_at === null ? [dim('; at it now')] : []),
]

const retentionLines = ({ project, policy, runs }: Retention): Line[] => [
  [
    bold(project.name),
    policy === null
      ? '  keeps the text of all messages.'
      : `  text of messages goes ${limitWords(policy)}.`,
  ],
  ...(policy === null
    ? []
    : [
        [
          dim(
            `  Set by ${policy.set_by.name} on ${dateTime(policy.set_at)}; holds from ${dateTime(policy.effective_at)} on.`,
          ),
        ] satisfies Line,
      ]),
  ...(runs.length === 0 ? [] : [['What went:'] satisfies Line, ...runs.map(runLine)]),
]

const previewLines = (preview: RetentionPreview): Line[] => {
  const { project, policy, holds, goes, evidence, not_ready } = preview
  const { oldest, newest } = goes
  return [
    [bold(project.name), `  text goes ${limitWords(policy)}.`],
    [
      `Would go now: ${plural(goes.messages, 'message')} of ${plural(goes.sessions, 'session')}, ${bytes(goes.bytes)} of ${bytes(holds.bytes)}.`,
    ],
    ...(oldest === null || newest === null
      ? []
      : [[dim(`  Last active ${dateTime(oldest)} to ${dateTime(newest)}.`)] satisfies Line]),
    [
      `Would stay: ${plural(evidence, 'message')} that memories, findings and summaries rest on${policy.keeps_prompts ? ', and what people typed' : ''}.`,
    ],
    ...not_ready.map(
      ({ why, sessions }): Line => [dim(`  ${plural(sessions, 'session')} not yet: ${WHY[why]}`)],
    ),
  ]
}

const mayGoOn = async (
  { output, stdin, isJson, onInterrupt }: CommandContext,
  preview: RetentionPreview,
): Promise<boolean> => {
  if (isJson || stdin.isTTY !== true)
    throw usageError(
      'Nobody is here to be asked whether all of this may go.',
      'Add --yes, or --dry-run to only see it.',
    )
  output.print(...previewLines(preview))
  const interrupted = new AbortController()
  const stopListening = onInterrupt(() => interrupted.abort())
  try {
    const ask = () => output.note([`Let it go from ${dateTime(preview.effective_at)} on? [y/N]`])
    return await askToConfirm({ stdin, signal: interrupted.signal, ask })
  } finally {
    stopListening()
  }
}

const preview = (client: LoreClient, id: string, policy: SetRetention | undefined) =>
  client.retention.preview(
    id,
    policy && {
      ...(policy.days !== null && { days: policy.days }),
      ...(policy.max_bytes !== null && { max_bytes: policy.max_bytes }),
      keeps_prompts: policy.keeps_prompts,
    },
  )

/** `lore retention`: what holds for a project; with limits sets it, after a preview and a question. */
export const runRetention = async (
  context: CommandContext,
  typed: string | undefined,
  options: RetentionOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const id = await projectIdOf(context, client, { typed, example: 'lore retention PROJECT' })
  const before = await client.retention.get(id)
  const asked = options.off === true ? OFF : limitsTyped(options, before.policy)
  const print = (retention: Retention) =>
    isJson ? output.json(retention) : output.print(...retentionLines(retention))
  if (options.dryRun === true) {
    const shown = await preview(client, id, asked)
    if (isJson) output.json(shown)
    else output.print(...previewLines(shown))
  } else if (asked === undefined) print(before)
  else if (options.off === true || options.yes === true)
    print(await client.retention.set(id, asked))
  else if (await mayGoOn(context, await preview(client, id, asked)))
    print(await client.retention.set(id, asked))
  else output.note(['Nothing was set.'])
  return EXIT.ok
}
