import type { ROLES } from '@teamlore/shared/roles'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago, day } from '../../output/format.ts'
import { bold, dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type KeyOptions = {
  role?: (typeof ROLES)[number] | undefined
  user?: string | undefined
  days?: number | undefined
}

export const runKeyList = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const page = await client.keys.list({ limit: 200 })
  const now = context.now()
  if (context.isJson) context.output.json(page)
  else
    context.output.print(
      ...page.items.map(
        ({ id, name, role, hint, user, made_by, last_used_at, expires_at, revoked_at }) => [
          `${hint} ${role.padEnd(7)} `,
          bold(name),
          ` of ${user.name}`,
          made_by === null ? '' : `, made by ${made_by.name}`,
          revoked_at === null ? '' : ' (revoked)',
          expires_at === null ? '' : ` (until ${day(expires_at)})`,
          dim(
            `  ${last_used_at === null ? 'never used' : `used ${ago(last_used_at, now)}`}  ${id}`,
          ),
        ],
      ),
    )
  return EXIT.ok
}

export const runKeyCreate = async (
  context: CommandContext,
  name: string,
  { role, user, days }: KeyOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const made = await client.keys.create({
    name,
    ...(role === undefined ? {} : { role }),
    ...(user === undefined ? {} : { user }),
    ...(days === undefined ? {} : { expires_in_days: days }),
  })
  if (context.isJson) context.output.json(made)
  else {
    context.output.print([made.key])
    context.output.note([
      `A key of ${made.user.name} as ${made.role}. It is shown this once; \`lore keys revoke ${made.id}\` ends it.`,
    ])
  }
  return EXIT.ok
}

export const runKeyRevoke = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await client.keys.revoke(id)
  if (context.isJson) context.output.json({ ok: true })
  else context.output.print(['The key is revoked.'])
  return EXIT.ok
}

export const runKeyClaim = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const claimed = await client.keys.claim(id)
  if (context.isJson) context.output.json(claimed)
  else {
    context.output.print([claimed.key])
    context.output.note([
      'The key is yours. This is its new text, shown this once; the old one ends.',
    ])
  }
  return EXIT.ok
}
