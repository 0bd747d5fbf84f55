import type { HookDelivery } from '@teamlore/shared/integrations'
import type { SlackDelivery } from '@teamlore/shared/slack'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

const isSlack = (id: string): boolean => id.startsWith('slk_')

const STATES = { waiting: 'waits', done: 'done', failed: 'failed', ignored: 'left aside' } as const

const KINDS: Record<SlackDelivery['kind'], string> = {
  command: '/lore',
  mention: 'mention',
  message: 'direct message',
  remember: 'Remember this',
  links: 'links',
  digest: 'weekly digest',
  other: 'something else',
}

const eventOf = ({ event, action, repository, number }: HookDelivery): string =>
  [
    action === null ? event : `${event}.${action}`,
    ...(repository === null ? [] : [repository]),
    ...(number === null ? [] : [`#${number}`]),
  ].join(' ')

const lineOf = (delivery: HookDelivery | SlackDelivery, now: Date): Line => {
  const { id, state, error, received_at } = delivery
  return [
    bold('kind' in delivery ? KINDS[delivery.kind] : eventOf(delivery)),
    ` ${STATES[state]}`,
    error === null ? '' : `: ${error}`,
    dim(`  ${ago(received_at, now)}  ${id}`),
  ]
}

/** What a host or Slack sent, the newest first, and what became of it. */
export const runHostDeliveries = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { items } = isSlack(id)
    ? await client.slack.deliveries(id)
    : await client.integrations.deliveries(id)
  if (context.isJson) context.output.json({ items })
  else if (items.length === 0) context.output.print(['Nothing came in yet.'])
  else context.output.print(...items.map((item) => lineOf(item, context.now())))
  return EXIT.ok
}

/** `integration`: of which connection it is, as ids of deliveries are of one kind. */
export const runHostReplay = async (
  context: CommandContext,
  { integration, delivery }: { integration: string; delivery: string },
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  if (isSlack(integration)) await client.slack.replay(delivery)
  else await client.integrations.replay(delivery)
  if (context.isJson) context.output.json({ delivery })
  else context.output.print(['It is done again, as things are now.'])
  return EXIT.ok
}

export const runRemoveIntegration = async (
  context: CommandContext,
  id: string,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  if (isSlack(id)) await client.slack.remove(id)
  else await client.integrations.remove(id)
  if (context.isJson) context.output.json({ id })
  else context.output.print(['It is removed, with its keys and what came in.'])
  return EXIT.ok
}
