import { plural } from '@teamlore/shared/plural'
import {
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '@teamlore/shared/webhooks'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

const linesOf = ({ id, url, events, is_on, error, answered_at }: Webhook, now: Date): Line[] => [
  [
    bold(url),
    is_on ? '' : ', switched off',
    `, ${events.join(', ')}`,
    dim(
      `  ${answered_at === null ? 'nothing taken yet' : `last taken ${ago(answered_at, now)}`}  ${id}`,
    ),
  ],
  ...(error === null ? [] : [[`  ${error}`]]),
]

export const runWebhookList = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { items, note } = await client.webhooks.list()
  if (context.isJson) context.output.json({ items, note })
  else if (items.length === 0)
    context.output.print([note ?? 'Nothing is sent anywhere. Add one with `lore webhooks add`.'])
  else context.output.print(...items.flatMap((item) => linesOf(item, context.now())))
  return EXIT.ok
}

export const runWebhookAdd = async (
  context: CommandContext,
  url: string,
  events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const made = await client.webhooks.add({ url, events: [...events] })
  if (context.isJson) context.output.json(made)
  else {
    context.output.print([made.secret])
    context.output.note([
      `The secret is shown this once. Try it with \`lore webhooks test ${made.webhook.id}\`.`,
    ])
  }
  return EXIT.ok
}

export const runWebhookRemove = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await client.webhooks.remove(id)
  if (context.isJson) context.output.json({ removed: id })
  else context.output.print([`Nothing is sent there any more.`])
  return EXIT.ok
}

export const runWebhookRotate = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const made = await client.webhooks.rotate(id)
  if (context.isJson) context.output.json(made)
  else {
    context.output.print([made.secret])
    context.output.note(['The secret is shown this once. The one so far signs as well for a day.'])
  }
  return EXIT.ok
}

/** Fails where something is wrong, so that a script notices. */
export const runWebhookTest = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { ok, text } = await client.webhooks.test(id)
  if (context.isJson) context.output.json({ ok, text })
  else context.output.print([ok ? 'ok   ' : 'wrong  ', text])
  return ok ? EXIT.ok : EXIT.failed
}

const lineOf = (delivery: WebhookDelivery, now: Date): Line => {
  const { id, event, state, attempts, status, error, created_at } = delivery
  return [
    bold(event),
    ` ${state}`,
    status === null ? '' : ` with ${status}`,
    ` after ${plural(attempts, 'attempt')}`,
    error === null ? '' : `: ${error}`,
    dim(`  ${ago(created_at, now)}  ${id}`),
  ]
}

export const runWebhookDeliveries = async (
  context: CommandContext,
  id: string,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { items } = await client.webhooks.deliveries(id)
  if (context.isJson) context.output.json({ items })
  else if (items.length === 0) context.output.print(['Nothing was sent yet.'])
  else context.output.print(...items.map((item) => lineOf(item, context.now())))
  return EXIT.ok
}

export const runWebhookReplay = async (
  context: CommandContext,
  delivery: string,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await client.webhooks.replay(delivery)
  if (context.isJson) context.output.json({ replayed: delivery })
  else context.output.print(['It is sent again, with the id it had.'])
  return EXIT.ok
}
