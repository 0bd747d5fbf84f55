import { type Dismissal, type Integration, requiredKindSchema } from '@teamlore/shared/integrations'
import { plural } from '@teamlore/shared/plural'
import type { Slack } from '@teamlore/shared/slack'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

/** An account of a token has a name that people gave; an app belongs to a group of them. */
const nameOf = ({ app, kind, web_url }: Integration): string => {
  if (app === null) return web_url
  return kind === 'gitlab' ? app.account : `${app.slug} of ${app.account}`
}

const linesOf = (integration: Integration, now: Date): Line[] => {
  const { id, web_url, state, repositories, last_delivery_at, error } = integration
  return [
    [
      bold(nameOf(integration)),
      state === 'started' ? ', not answered yet' : ` at ${web_url}`,
      `, ${plural(repositories, 'repository', 'repositories')}`,
      dim(
        `  ${last_delivery_at === null ? 'no event yet' : `last event ${ago(last_delivery_at, now)}`}  ${id}`,
      ),
    ],
    ...(error === null ? [] : [[`  ${error}`]]),
  ]
}

const socketOf = ({ by_socket, socket_since, state }: Slack, now: Date): string => {
  if (!by_socket || state === 'started') return ''
  return socket_since === null
    ? ', by a socket that is not open'
    : `, by a socket, open since ${ago(socket_since, now)}`
}

const slackLinesOf = (slack: Slack, now: Date): Line[] => {
  const { id, workspace, web_url, state, last_delivery_at, error } = slack
  return [
    [
      bold(`Slack of ${workspace?.name ?? web_url}`),
      state === 'started' ? ', not installed yet' : '',
      socketOf(slack, now),
      dim(
        `  ${last_delivery_at === null ? 'no event yet' : `last event ${ago(last_delivery_at, now)}`}  ${id}`,
      ),
    ],
    ...(error === null ? [] : [[`  ${error}`]]),
  ]
}

export const runIntegrationList = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { items, note } = await client.integrations.list()
  const { items: slack } = await client.slack.list()
  if (context.isJson) context.output.json({ items, slack, note })
  else if (items.length + slack.length === 0)
    context.output.print([note ?? 'Nothing is connected. Do it under Settings → Integrations.'])
  else
    context.output.print(
      ...items.flatMap((item) => linesOf(item, context.now())),
      ...slack.flatMap((item) => slackLinesOf(item, context.now())),
    )
  return EXIT.ok
}

/** Fails where something is wrong, so that a script notices. */
export const runIntegrationTest = async (
  context: CommandContext,
  id: string,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const test = id.startsWith('slk_')
    ? await client.slack.test(id)
    : await client.integrations.test(id)
  if (context.isJson) context.output.json(test)
  else
    for (const { ok, text } of test.findings) context.output.print([ok ? 'ok   ' : 'wrong  ', text])
  return test.ok ? EXIT.ok : EXIT.failed
}

const dismissalLines = (
  { id, repository, memory_id, statement, path, made_by, made_at, uses }: Dismissal,
  now: Date,
): Line[] => [
  [bold(statement ?? memory_id), dim(`  ${id}`)],
  [
    `  ${path === '' ? repository : `${repository}, ${path}`}, by ${made_by} ${ago(made_at, now)}, kept back on ${plural(uses, 'pull request')}`,
  ],
]

export const runDismissalList = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { items } = await client.integrations.dismissals(id)
  if (context.isJson) context.output.json({ items })
  else if (items.length === 0) context.output.print(['Nothing was dismissed.'])
  else context.output.print(...items.flatMap((item) => dismissalLines(item, context.now())))
  return EXIT.ok
}

export const runUndismiss = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await client.integrations.undismiss(id)
  if (context.isJson) context.output.json({ id })
  else context.output.print(['It is shown again from the next look at a pull request.'])
  return EXIT.ok
}

/** `repository`: its name or its id at the host. */
export const runRequire = async (
  context: CommandContext,
  { id, repository, kinds }: { id: string; repository: string; kinds: readonly string[] },
): Promise<ExitCode> => {
  const required = kinds.map((kind) => {
    const read = requiredKindSchema.safeParse(kind)
    if (read.success) return read.data
    throw usageError(`A kind is one of ${requiredKindSchema.options.join(', ')}.`)
  })
  const { client } = await openConnection(context)
  const { items } = await client.integrations.repositories(id)
  const found = items.find((one) => one.id === repository || one.name === repository)
  if (found === undefined)
    throw usageError(
      `It does not reach ${repository}. It reaches ${items.map(({ name }) => name).join(', ') || 'none'}.`,
    )
  await client.integrations.require(id, { repository: found.id, required })
  if (context.isJson) context.output.json({ repository: found.name, required })
  else
    context.output.print([
      required.length === 0
        ? `On ${found.name} the check is advice.`
        : `On ${found.name} somebody has to acknowledge: ${required.join(', ')}.`,
    ])
  return EXIT.ok
}

export const runBackfill = async (
  context: CommandContext,
  { id, merged }: { id: string; merged: number },
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await client.integrations.backfill(id, { merged })
  if (context.isJson) context.output.json({ id, merged })
  else
    context.output.print([
      `Open pull requests and the last ${plural(merged, 'merged one')} of each repository are looked at, one every few seconds.`,
    ])
  return EXIT.ok
}
