import type { HostEvent, HostRepository } from '@teamlore/shared/code-hosts'
import { z } from 'zod'
import { jsonOf } from '../json-of.ts'

const number = z.int().positive().max(2_000_000_000)
const repositorySchema = z.object({
  id: z.int().positive(),
  full_name: z.string().max(300),
  html_url: z.string().max(1_000),
  private: z.boolean(),
  visibility: z.enum(['public', 'internal', 'private']).optional(),
  default_branch: z.string().max(300).optional(),
})

/** What is read of an event of GitHub: all else of it is left aside. */
const eventSchema = z.object({
  action: z.string().max(100).optional(),
  installation: z.object({ id: z.int().positive() }).optional(),
  ref: z.string().max(500).optional(),
  repository: repositorySchema.optional(),
  pull_request: z.object({ number }).optional(),
})

const text = z.string().nullish()
const commentSchema = z.object({
  id: z.int().positive(),
  body: text,
  user: z.object({ type: text }).nullish(),
  performed_via_github_app: z.object({}).nullish(),
})
const commentEventSchema = z.object({
  issue: z.object({ number, pull_request: z.object({}).optional() }),
  comment: commentSchema,
})
/** A comment beside a line of a pull request. */
const lineEventSchema = z.object({
  pull_request: z.object({ number }),
  comment: commentSchema,
})

const ABOUT_REPOSITORIES = ['installation', 'installation_repositories']
const OF_PULL_REQUESTS = [
  'opened',
  'synchronize',
  'reopened',
  'closed',
  'edited',
  'ready_for_review',
]
const OF_READERS = ['publicized', 'privatized']

type Read = z.infer<typeof eventSchema>
type About = HostEvent['about']

const hosted = ({ repository, installation }: Read): HostRepository | undefined =>
  repository &&
  installation && {
    repositoryId: String(repository.id),
    installationId: String(installation.id),
    fullName: repository.full_name,
    url: repository.html_url,
    visibility: repository.visibility ?? (repository.private ? 'private' : 'public'),
  }

type Commented = { number: number; comment: z.infer<typeof commentSchema>; isOnLine: boolean }

/** A comment on a pull request, in its conversation or beside a line; undefined of any other event. */
const commentedBy = (event: string, json: unknown): Commented | undefined => {
  if (event === 'issue_comment') {
    const { success, data } = commentEventSchema.safeParse(json)
    if (!success || data.issue.pull_request === undefined) return undefined
    return { number: data.issue.number, comment: data.comment, isOnLine: false }
  }
  if (event !== 'pull_request_review_comment') return undefined
  const { success, data } = lineEventSchema.safeParse(json)
  return success
    ? { number: data.pull_request.number, comment: data.comment, isOnLine: true }
    : undefined
}

const aboutComment = (
  { number: of, comment, isOnLine }: Commented,
  repository: HostRepository,
): About => ({
  of: 'comment',
  repository,
  number: of,
  commentId: String(comment.id),
  isOnLine,
  body: comment.body ?? '',
  isOfProgram: comment.user?.type !== 'User' || comment.performed_via_github_app != null,
})

const aboutOf = (event: string, read: Read, json: unknown): About => {
  if (ABOUT_REPOSITORIES.includes(event)) return { of: 'repositories' }
  const { action = '', pull_request } = read
  const repository = hosted(read)
  if (repository === undefined) return { of: 'nothing' }
  if (event === 'pull_request' && pull_request !== undefined && OF_PULL_REQUESTS.includes(action))
    return { of: 'pull request', repository, number: pull_request.number }
  if (event === 'push')
    return read.ref === `refs/heads/${read.repository?.default_branch}`
      ? { of: 'default branch', repository }
      : { of: 'nothing' }
  const commented = action === 'created' ? commentedBy(event, json) : undefined
  if (commented !== undefined) return aboutComment(commented, repository)
  if (event === 'repository')
    return OF_READERS.includes(action) ? { of: 'readers', repository } : { of: 'repositories' }
  return { of: 'nothing' }
}

/** @returns undefined where it is no event of GitHub. */
export const readGitHubEvent = (event: string, body: string): HostEvent | undefined => {
  const json = jsonOf(body)
  const { success, data } = eventSchema.safeParse(json)
  return success ? { action: data.action ?? null, about: aboutOf(event, data, json) } : undefined
}
