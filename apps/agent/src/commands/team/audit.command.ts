import type { AuditAction, AuditEntry } from '@teamlore/shared/audit'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dateTime } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { findMemberId } from '../shared/find-member.ts'

export type AuditOptions = {
  user?: string | undefined
  action?: AuditAction | undefined
  limit: number
}

/** Who did what in the team, the latest first. */
export const runAudit = async (
  context: CommandContext,
  { user, action, limit }: AuditOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const page = await client.audit.list({
    limit,
    ...(user === undefined ? {} : { user: await findMemberId(client, user) }),
    ...(action === undefined ? {} : { action }),
  })
  const { output, isJson } = context
  if (isJson) output.json(page)
  else if (page.items.length === 0) output.print(['Nothing of that kind was done.'])
  else output.print(...page.items.map(lineOf))
  return EXIT.ok
}

const lineOf = ({ at, action, user, given_by, machine, subject, details }: AuditEntry): Line => [
  `${dateTime(at)}  `,
  bold(action.padEnd(26)),
  ` ${user?.name ?? 'the server'}`,
  given_by === null ? '' : `, by a credential that ${given_by.name} made`,
  machine === null ? '' : ` on ${machine.name}`,
  subject === null ? '' : `: ${subject.name ?? subject.id}`,
  dim(
    Object.entries(details)
      .map(([name, value]) => `  ${name} ${value}`)
      .join(''),
  ),
]
