import { AGENTS_MD_PATHS, type AgentsMdPullRequest } from '@teamlore/shared/agents-md-pull-request'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dim, type Line, red } from '../../output/line.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { type AgentsMdOptions, openProject } from './agents-md-project.ts'

export type AgentsMdPullRequestOptions = Pick<AgentsMdOptions, 'project'> & {
  file?: string | undefined
}

const switchLine = ({ is_on, host, path, repository }: AgentsMdPullRequest): Line => {
  if (!is_on) return ['Off: the section is written by `lore agents-md export` alone.']
  const what = host === 'gitlab' ? 'merge request' : 'pull request'
  return [`On: ${path} of ${repository ?? 'its repository'} is kept up to date by a ${what}.`]
}

const STATES: Record<AgentsMdPullRequest['state'], string> = {
  none: '',
  open: 'open',
  closed: 'closed',
  merged: 'merged',
}

const linesOf = (shown: AgentsMdPullRequest): Line[] => [
  switchLine(shown),
  ...(shown.url === null ? [] : [[`${shown.url}  `, dim(STATES[shown.state])] satisfies Line]),
  ...(shown.note === null ? [] : [[red(shown.note)] satisfies Line]),
  ...(shown.is_on && shown.looked_at === null
    ? [[dim('The server has not looked yet; it does within a minute.')] satisfies Line]
    : []),
]

/** `lore agents-md pull-request`: whether the server proposes the section, and what keeps it from that. */
export const runAgentsMdPullRequest = async (
  context: CommandContext,
  what: string | undefined = 'status',
  { project, file }: AgentsMdPullRequestOptions,
): Promise<ExitCode> => {
  const path = AGENTS_MD_PATHS.find((one) => one === (file ?? 'AGENTS.md'))
  if (path === undefined) throw usageError(`--file is ${file}.`, 'Give AGENTS.md or CLAUDE.md.')
  if (file !== undefined && what !== 'on')
    throw usageError('--file goes with on.', 'Run: lore agents-md pull-request on --file CLAUDE.md')
  if (!['on', 'off', 'status'].includes(what))
    throw usageError(`There is no ${what} of it.`, 'Give on, off or status.')
  const { client, id } = await openProject(context, project)
  const routes = client.agentsMdPullRequest
  const ask = {
    on: () => routes.set(id, { path }),
    off: () => routes.remove(id),
    status: () => routes.get(id),
  }
  const shown = await ask[what as keyof typeof ask]()
  if (context.isJson) context.output.json(shown)
  else context.output.print(...linesOf(shown))
  return EXIT.ok
}
