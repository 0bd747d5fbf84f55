import type { LoreClient } from '@teamlore/shared'
import type { Invited } from '@teamlore/shared/people'
import type { ROLES } from '@teamlore/shared/roles'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago, day } from '../../output/format.ts'
import { bold, dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { findMember, listMembers } from '../shared/find-member.ts'

type Role = (typeof ROLES)[number]
export type InviteOptions = { role: Role; email?: string | undefined }
export type ServiceOptions = { role: Role }

const PAGE = { limit: 200 }

export const runTeamList = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const items = await listMembers(client)
  if (context.isJson) context.output.json({ items })
  else
    context.output.print(
      ...items.map(({ id, name, email, kind, role, last_seen_at, is_you }) => [
        `${role.padEnd(7)} `,
        bold(name),
        kind === 'service' ? ' (service account)' : '',
        is_you ? ' (you)' : '',
        email === null ? '' : ` ${email}`,
        dim(
          `  ${id}  ${last_seen_at === null ? 'no key used yet' : `key used ${ago(last_seen_at, context.now())}`}`,
        ),
      ]),
    )
  return EXIT.ok
}

const printInvited = ({ output, isJson }: CommandContext, invited: Invited): ExitCode => {
  if (isJson) output.json(invited)
  else if (invited.url === null)
    output.print([`Sent to ${invited.email ?? ''}. It is good until ${day(invited.expires_at)}.`])
  else {
    output.print([invited.url])
    output.note([
      ...(invited.note === null ? [] : [`${invited.note} `]),
      `Whoever opens it first joins as ${invited.role}; it is good until ${day(invited.expires_at)}.`,
    ])
  }
  return EXIT.ok
}

export const runInvite = async (
  context: CommandContext,
  { role, email }: InviteOptions,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const invited = await client.invitations.create({ role, ...(email ? { email } : {}) })
  return printInvited(context, invited)
}

export const runResend = async (context: CommandContext, id: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  return printInvited(context, await client.invitations.resend(id))
}

export const runInvitations = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const page = await client.invitations.list(PAGE)
  if (context.isJson) context.output.json(page)
  else if (page.items.length === 0) context.output.print(['Nobody was invited yet.'])
  else
    context.output.print(
      ...page.items.map(({ id, state, role, email, invited_by, accepted_by, expires_at }) => [
        `${state.padEnd(8)} ${role.padEnd(7)} `,
        bold(accepted_by?.name ?? email ?? 'whoever has the link'),
        dim(`  by ${invited_by.name}, until ${day(expires_at)}  ${id}`),
      ]),
    )
  return EXIT.ok
}

/** Does something that answers nothing, and says that it is done. */
const done = async (
  context: CommandContext,
  sentence: string,
  work: (client: LoreClient) => Promise<void>,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  await work(client)
  if (context.isJson) context.output.json({ ok: true })
  else context.output.print([sentence])
  return EXIT.ok
}

export const runWithdraw = (context: CommandContext, id: string): Promise<ExitCode> =>
  done(context, 'The invitation is withdrawn.', (client) => client.invitations.revoke(id))

export const runRole = (context: CommandContext, typed: string, role: Role): Promise<ExitCode> =>
  done(context, `They are ${role} now.`, async (client) =>
    client.members.setRole((await findMember(client, typed)).id, { role }),
  )

export const runRemove = (context: CommandContext, typed: string): Promise<ExitCode> =>
  done(
    context,
    'Removed from the team. All their keys, sessions and machines have been revoked.',
    async (client) => client.members.remove((await findMember(client, typed)).id),
  )

export const runLeave = (context: CommandContext): Promise<ExitCode> =>
  done(context, 'You have left the team. This machine sends nothing to it any more.', (client) =>
    client.members.leave(),
  )

export const runTransfer = (context: CommandContext, typed: string): Promise<ExitCode> =>
  done(context, 'The team has a new owner. You stay as an admin.', async (client) =>
    client.members.transferOwnership({ user: (await findMember(client, typed)).id }),
  )

export const runService = async (
  context: CommandContext,
  name: string,
  { role }: ServiceOptions,
): Promise<ExitCode> => {
  if (role === 'owner')
    throw usageError('A service account never owns the team.', 'Choose a lower role.')
  const { client } = await openConnection(context)
  const made = await client.members.createService({ name, role })
  if (context.isJson) context.output.json(made)
  else {
    context.output.print([made.id])
    context.output.note([`\`lore keys create "${name}" --user ${made.id}\` makes a key for it.`])
  }
  return EXIT.ok
}
