import type { IncomingEvent, IncomingHook } from '@teamlore/shared/incoming-hooks'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

const linesOf = ({ id, name, url, is_on, error, taken_at }: IncomingHook, now: Date): Line[] => [
  [
    bold(name),
    is_on ? '' : ', switched off',
    ` sends to ${url}`,
    dim(
      `  ${taken_at === null ? 'nothing came in yet' : `last taken ${ago(taken_at, now)}`}  ${id}`,
    ),
  ],
  ...(error === null ? [] : [[`  ${error}`]]),
]

export const runIncomingList = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { items, note } = await client.incomingHooks.list()
  if (context.isJson) context.output.json({ items, note })
  else if (items.length === 0)
    context.output.print([
      note ?? 'No tool sends anything here. Add one with `lore webhooks incoming add`.',
    ])
  else context.output.print(...items.flatMap((item) => linesOf(item, context.now())))
  return EXIT.ok
}

export const runIncomingAdd = async (context: CommandContext, name: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const made = await client.incomingHooks.add({ name })
  if (context.isJson) context.output.json(made)
  else {
    context.output.print([made.hook.url], [made.secret])
    context.output.note(['The secret is shown this once. The tool signs with it what it sends.'])
  }
  return EXIT.ok
}

export const runIncomingRemove = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await client.incomingHooks.remove(id)
  if (context.isJson) context.output.json({ removed: id })
  else context.output.print(['Nothing is taken there any more. What was taken before stays.'])
  return EXIT.ok
}

export const runIncomingRotate = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const made = await client.incomingHooks.rotate(id)
  if (context.isJson) context.output.json(made)
  else {
    context.output.print([made.secret])
    context.output.note(['The secret is shown this once. The address acts as you from now on.'])
    context.output.note([
      made.hook.old_secret_until === null
        ? 'Another admin had made it: the secret so far is taken no more.'
        : 'The secret so far is taken as well for a day.',
    ])
  }
  return EXIT.ok
}

const lineOf = (
  { type, state, result, message_id, received_at }: IncomingEvent,
  now: Date,
): Line => [
  bold(type),
  ` ${state}`,
  result === null ? '' : `: ${result}`,
  dim(`  ${ago(received_at, now)}  ${message_id}`),
]

export const runIncomingEvents = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { items } = await client.incomingHooks.events(id)
  if (context.isJson) context.output.json({ items })
  else if (items.length === 0) context.output.print(['Nothing came in yet.'])
  else context.output.print(...items.map((item) => lineOf(item, context.now())))
  return EXIT.ok
}
