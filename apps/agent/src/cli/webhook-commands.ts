import { WEBHOOK_EVENTS, type WebhookEvent } from '@teamlore/shared/webhooks'
import { type Command, Option } from 'commander'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'

const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true
const load = () => import('../commands/team/webhooks.command.ts')
const loadIncoming = () => import('../commands/team/incoming-hooks.command.ts')

/** `lore webhooks`: where events of memories are sent, and which tools send here. */
export const addWebhooks = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const webhooks = addCommand(
    program,
    deps,
    'webhooks',
    '',
    'where events of memories are sent, and which tools send here; for admins',
    [
      'lore webhooks list',
      'lore webhooks add https://hooks.example.com/teamlore --event memory.activated',
      'lore webhooks test whk_01ab…',
      'lore webhooks deliveries whk_01ab…',
      'lore webhooks incoming add Buildkite',
    ],
  )
    .helpCommand(false)
    .copyInheritedSettings(program)
  webhooks
    .command('list')
    .description('where events are sent, and what went wrong last')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runWebhookList(context)),
    )
  webhooks
    .command('add <url>')
    .description('have events sent to an address, and print its secret')
    .addOption(new Option('--event <name...>', 'only these').choices(WEBHOOK_EVENTS))
    .action((url: string, { event }: { event?: WebhookEvent[] }, command: Command) =>
      run(isJson(command), async (context) => (await load()).runWebhookAdd(context, url, event)),
    )
  webhooks
    .command('remove <webhook>')
    .description('send nothing there any more')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runWebhookRemove(context, id)),
    )
  webhooks
    .command('test <webhook>')
    .description('send an event of nothing, and say in words what is wrong')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runWebhookTest(context, id)),
    )
  addSent(webhooks, deps)
  addIncoming(webhooks, deps)
}

const addSent = (webhooks: Command, { run }: ProgramDeps): void => {
  webhooks
    .command('deliveries <webhook>')
    .description('the last hundred events for it, and what became of each')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runWebhookDeliveries(context, id)),
    )
  webhooks
    .command('replay <delivery>')
    .description('send one again, with the id it had')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runWebhookReplay(context, id)),
    )
  webhooks
    .command('rotate <webhook>')
    .description('give it a new secret, and print it')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await load()).runWebhookRotate(context, id)),
    )
}

const addIncoming = (webhooks: Command, { run }: ProgramDeps): void => {
  const incoming = webhooks
    .command('incoming')
    .description('addresses here that tools send to')
    .helpCommand(false)
  incoming
    .command('list')
    .description('which tools send here, and what went wrong last')
    .action((_options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadIncoming()).runIncomingList(context)),
    )
  incoming
    .command('add <name>')
    .description('make an address for a tool, and print it with its secret')
    .action((name: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) => (await loadIncoming()).runIncomingAdd(context, name)),
    )
  incoming
    .command('remove <hook>')
    .description('take nothing there any more')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadIncoming()).runIncomingRemove(context, id),
      ),
    )
  incoming
    .command('rotate <hook>')
    .description('give it a new secret, and print it; it acts as you from then on')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadIncoming()).runIncomingRotate(context, id),
      ),
    )
  incoming
    .command('events <hook>')
    .description('the last hundred events that came in, and what came of each')
    .action((id: string, _options: Json, command: Command) =>
      run(isJson(command), async (context) =>
        (await loadIncoming()).runIncomingEvents(context, id),
      ),
    )
}
