import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago } from '../../output/format.ts'
import { bold, dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export const runClientList = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const page = await client.clients.list({ limit: 200 })
  const now = context.now()
  if (context.isJson) context.output.json(page)
  else if (page.items.length === 0)
    context.output.print([
      'No client is connected. MCP clients that sign in by OAuth are listed here.',
    ])
  else
    context.output.print(
      ...page.items.map(
        ({ id, name, redirect_to, scopes, user, made_by, vouched_by, last_used_at }) => [
          bold(name),
          ` of ${user.name}, may ${scopes.join(', ')}, answered at ${redirect_to}`,
          vouched_by === null ? '' : `, vouched for by ${vouched_by}`,
          made_by === null ? '' : `, by a credential that ${made_by.name} made`,
          dim(
            `  ${last_used_at === null ? 'never used' : `used ${ago(last_used_at, now)}`}  ${id}`,
          ),
        ],
      ),
    )
  return EXIT.ok
}

export const runClientRevoke = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await client.clients.revoke(id)
  if (context.isJson) context.output.json({ ok: true })
  else context.output.print(['The client is revoked.'])
  return EXIT.ok
}
