import type { ClientScope } from '@teamlore/shared/clients'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { bold, dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export const runManagedList = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const list = await client.managedClients.list()
  if (context.isJson) {
    context.output.json(list)
    return EXIT.ok
  }
  context.output.print(
    ...(list.items.length === 0
      ? [['No client is managed. `lore clients manage NAME --provider ID` adds one.']]
      : list.items.map(({ id, name, provider, scopes }) => [
          bold(name),
          ` may ${scopes.join(', ')}, `,
          provider.name === null ? 'its provider is gone' : `vouched for by ${provider.name}`,
          dim(`  ${id}`),
        ])),
    list.providers.length === 0
      ? ['No provider of OpenID Connect is set up, so none can vouch.']
      : [
          'Can vouch: ',
          list.providers.map(({ id, name }) => `${name} (--provider ${id})`).join(', '),
        ],
    [dim(`Audience ${list.audience}, resource ${list.resource}`)],
  )
  return EXIT.ok
}

export type ManageOptions = { provider: string; scope?: ClientScope[] }

export const runManage = async (
  context: CommandContext,
  name: string,
  { provider, scope }: ManageOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const added = await client.managedClients.add({
    name,
    provider,
    ...(scope && { scopes: scope }),
  })
  if (context.isJson) context.output.json(added)
  else
    context.output.print(
      [bold(added.name), ' is managed from now on.'],
      [`Client id:     ${added.id}`],
      [`Client secret: ${added.client_secret}`],
      [dim('The secret is shown once. Enter both in the client, and the id at the provider.')],
    )
  return EXIT.ok
}

export const runUnmanage = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await client.managedClients.remove(id)
  if (context.isJson) context.output.json({ ok: true })
  else context.output.print(['The client is removed, and its tokens have ended.'])
  return EXIT.ok
}
