import type { AuditVerification } from '@teamlore/shared/audit'
import { plural } from '@teamlore/shared/plural'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dateTime } from '../../output/format.ts'
import { bold, dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

/** Whether the audit events are as they were sealed. Fails where one is not. */
export const runAuditVerify = async (
  context: CommandContext,
  { head }: { head?: string | undefined },
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const found = await client.audit.verify(head === undefined ? {} : { head })
  const { output, isJson } = context
  if (isJson) output.json(found)
  else output.print(...linesOf(found))
  return found.state === 'verified' ? EXIT.ok : EXIT.failed
}

const linesOf = (found: AuditVerification): Line[] => {
  const { broken, batches, events, sealed_until, head, waiting, waiting_since } = found
  const lines: Line[] = []
  const until = sealed_until === null ? '' : dateTime(sealed_until)
  const held = `${plural(events, 'event')} in ${plural(batches, 'batch', 'batches')}, sealed until ${until}.`
  if (broken !== null) {
    lines.push([bold('Not as it was sealed: '), broken.message])
    lines.push([sealed_until === null ? 'Nothing before that is sealed.' : `What holds: ${held}`])
  } else lines.push([sealed_until === null ? 'No event is sealed yet.' : `Verified: ${held}`])
  if (waiting > 0 && waiting_since !== null)
    lines.push([`${plural(waiting, 'event')} not sealed yet, since ${dateTime(waiting_since)}.`])
  if (head !== null) lines.push([dim('Head, to be kept elsewhere: '), head])
  return lines
}
