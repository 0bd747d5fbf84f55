import type { Project } from '@teamlore/shared'
import type { ProjectSettings } from '@teamlore/shared/projects'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { ago, day, plural } from '../../output/format.ts'
import { bold, dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { findMember } from '../shared/find-member.ts'
import { projectOf, projectsOf } from '../shared/find-project.ts'

const whoSees = ({ is_restricted, is_closed_to_you }: Project): string => {
  if (!is_restricted) return 'team'
  return is_closed_to_you ? 'restricted, closed to you' : 'restricted'
}

export const runProjects = async (context: CommandContext): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const items = await projectsOf(client)
  if (context.isJson) context.output.json({ items })
  else if (items.length === 0) context.output.print(['No project has a session yet.'])
  else
    context.output.print(
      ...items.map((project) => [
        bold(project.name),
        `  ${whoSees(project)}`,
        project.default_visibility === 'private' ? ', new sessions private' : '',
        project.keeps_worktrees_apart ? ', worktrees apart' : '',
        project.shares_code ? ', shares its code' : '',
        dim(
          `  ${plural(project.sessions, 'session')}${project.last_activity_at === null ? '' : `, ${ago(project.last_activity_at, context.now())}`}  ${project.id}`,
        ),
      ]),
    )
  return EXIT.ok
}

const print = ({ output, isJson }: CommandContext, project: ProjectSettings): ExitCode => {
  if (isJson) {
    output.json(project)
    return EXIT.ok
  }
  output.print(
    [bold(project.name), dim(`  ${project.id}`)],
    [
      project.is_restricted
        ? `Read by the members on its list alone${project.is_closed_to_you ? '; you are not on it' : ''}.`
        : 'Read by the whole team.',
    ],
    [`New sessions are ${project.default_visibility === 'team' ? 'for the team' : 'private'}.`],
    ...(project.keeps_worktrees_apart ? [['Each folder of it is a project of its own.']] : []),
    [
      project.shares_code
        ? 'The text of its code is sent to the server and shown to whoever reads the project.'
        : 'Its code stays on the machines.',
    ],
    [`Links to commits are shown from a confidence of ${project.links_from} on.`],
    ...(project.follows ? [[`A folder of ${project.follows.name}, which is set for both.`]] : []),
    ...project.access.map(({ user, role, granted_by, granted_at }) => [
      `  ${role.padEnd(7)} `,
      bold(user.name),
      dim(`  by ${granted_by.name}, ${day(granted_at)}  ${user.id}`),
    ]),
  )
  return EXIT.ok
}

export const runProjectShow = async (context: CommandContext, typed: string): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  return print(context, await client.projects.get((await projectOf(client, typed)).id))
}

export type ProjectSetOptions = {
  visibility?: 'team' | 'private' | undefined
  restrict?: boolean | undefined
  open?: boolean | undefined
  worktrees?: 'apart' | 'together' | undefined
  linksFrom?: string | undefined
  shareCode?: boolean | undefined
}

/** @throws where it is no number that a project can have. */
const confidenceOf = (typed: string): number => {
  const value = Number(typed)
  if (typed.trim() !== '' && value >= 0.5 && value <= 1) return value
  throw usageError(
    `--links-from is ${typed}.`,
    'Give a number from 0.5 to 1, such as 0.7. Links below 0.5 are not kept; with 1, those by people alone are shown.',
  )
}

export const runProjectSet = async (
  context: CommandContext,
  typed: string,
  { visibility, restrict, open, worktrees, linksFrom, shareCode }: ProjectSetOptions,
): Promise<ExitCode> => {
  if (restrict && open) throw usageError('Say --restrict or --open, not both.')
  const asked = {
    ...(visibility ? { default_visibility: visibility } : {}),
    ...(restrict || open ? { is_restricted: restrict === true } : {}),
    ...(worktrees ? { keeps_worktrees_apart: worktrees === 'apart' } : {}),
    ...(linksFrom === undefined ? {} : { links_from: confidenceOf(linksFrom) }),
    ...(shareCode === undefined ? {} : { shares_code: shareCode }),
  }
  if (Object.keys(asked).length === 0)
    throw usageError(
      'Say what to set: --visibility, --restrict, --open, --worktrees, --links-from or --share-code.',
    )
  const { client } = await openConnection(context)
  const { id } = await projectOf(client, typed)
  return print(context, await client.projects.set(id, asked))
}

export const runProjectGrant = async (
  context: CommandContext,
  typed: string,
  member: string,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { id } = await projectOf(client, typed)
  const { id: user } = await findMember(client, member)
  return print(context, await client.projects.grant(id, { user }))
}

export const runProjectRevoke = async (
  context: CommandContext,
  typed: string,
  member: string,
): Promise<ExitCode> => {
  const { client } = await openConnection(context)
  const { id } = await projectOf(client, typed)
  const { id: user } = await findMember(client, member)
  return print(context, await client.projects.revoke(id, { user }))
}
