import type { LegalHoldList } from '@teamlore/shared/forgetting'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type HoldOptions = {
  hold?: string | undefined
  reason?: string | undefined
  lift?: string | undefined
}

const lineOf = ({
  kind,
  subject,
  reason,
  set_by,
  set_at,
  lifted_at,
}: LegalHoldList['items'][number]): Line => [
  bold(subject),
  `  ${kind}  ${reason}  `,
  dim(
    `${set_by.name}, ${set_at.slice(0, 10)}${lifted_at === null ? '' : `; lifted ${lifted_at.slice(0, 10)}`}`,
  ),
]

/** `lore forget --hold|--lift|--holds`: what must not be deleted, for admins. Each prints all there are afterwards. */
export const runHolds = async (
  context: CommandContext,
  { hold, reason, lift }: HoldOptions,
): Promise<ExitCode> => {
  if (hold !== undefined && reason === undefined)
    throw usageError('Say why it must not be deleted.', 'lore forget --hold ses_… --reason TEXT')
  const { client } = await openConnection(context)
  const list =
    hold !== undefined && reason !== undefined
      ? await client.forgetting.hold({ subject: hold, reason })
      : lift !== undefined
        ? await client.forgetting.lift({ subject: lift })
        : await client.forgetting.holds()
  const { output, isJson } = context
  if (isJson) output.json(list)
  else
    output.print(
      ...(list.items.length === 0 ? [['Nothing is held.'] satisfies Line] : list.items.map(lineOf)),
    )
  return EXIT.ok
}
