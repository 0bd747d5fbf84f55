import type { AnchoredMemory, RepositoryProject, StoredIntegration, UnitOfWork } from '@teamlore/db'
import type {
  CodeHost,
  HostPlace,
  HostPullRequest,
  WrittenComment,
} from '@teamlore/shared/code-hosts'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { findProject } from '../code/get-code-graph.ts'
import { DomainError } from '../errors.ts'
import { grantEverybodyScope, type TeamScope } from '../identity/teams/team-scope.ts'
import type { Remember } from '../memories/remember.ts'
import type { Command } from './read-command.ts'

type Options = { pages: string; isPublic: boolean }

/** Puts answers to commands into the form that a host takes. */
export type AnswerWording = {
  /** Unseen in the answer: by it the answer to a comment is found again. */
  answerMarkerOf: (commentId: string) => string
  whyOf: (memories: readonly AnchoredMemory[], options: Options) => string
  notedOf: (memoryId: string, options: Options) => string
}

export type AnswerDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  host: Pick<CodeHost, 'changes'>
  remember: Remember
  wording: AnswerWording
}

export type AskedCommand = {
  command: Command
  comment: WrittenComment
  by: TeamScope<'member'>
  project: RepositoryProject
  integration: StoredIntegration
  place: HostPlace
  number: number
  pullRequest: HostPullRequest
}

const MAX_SHOWN = 5

/** What everybody who reads the repository may read of files, whoever asks. */
const whyOf = async (
  { unitOfWork, host, wording }: AnswerDeps,
  { place, number, project, integration }: AskedCommand,
  { path, options }: { path: string | null; options: Options },
): Promise<string> => {
  const paths =
    path === null ? (await host.changes(place, number)).files.map((file) => file.path) : [path]
  const scope = grantEverybodyScope(integration.teamId, project.id)
  const memories = await unitOfWork.inTeam(scope, async (repos) => {
    const { id } = await findProject(repos, project.id)
    return repos.why.anchoredTo(id, paths, { forEverybody: true })
  })
  return wording.whyOf(memories.slice(0, MAX_SHOWN), options)
}

/** The person's own words, as a draft that somebody reviews. What was said is not said again in the answer. */
const noteOf = async (
  { remember, wording }: AnswerDeps,
  { by, project, comment }: AskedCommand,
  { text, options }: { text: string; options: Options },
): Promise<string> => {
  const { id } = await remember(
    by,
    rememberRequestSchema.parse({
      statement: text,
      project: project.id,
      draft: true,
      evidence: [{ kind: 'document', ref: comment.url }],
    }),
  )
  return wording.notedOf(id, options)
}

/** @returns the answer; undefined where what is asked for is none of that who asks may have. */
export const commandAnswer = async (
  deps: AnswerDeps,
  asked: AskedCommand,
): Promise<string | undefined> => {
  const { command, integration, pullRequest } = asked
  const isPublic = pullRequest.visibility !== 'private' && !integration.showsNames
  const options = { pages: integration.pagesUrl, isPublic }
  try {
    return command.kind === 'why'
      ? await whyOf(deps, asked, { path: command.path, options })
      : await noteOf(deps, asked, { text: command.text, options })
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
