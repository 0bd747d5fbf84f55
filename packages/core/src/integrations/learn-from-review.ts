import type {
  HeldPullRequest,
  RepositoryProject,
  StoredIntegration,
  UnitOfWork,
} from '@teamlore/db'
import type { ChangedFile } from '@teamlore/shared/change-report'
import {
  type CodeHost,
  HostError,
  type HostPlace,
  type HostPullRequest,
  type ReviewComment,
} from '@teamlore/shared/code-hosts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { Curate } from '../memories/curate.ts'
import { memberOfHost } from './member-of-host.ts'
import { lessonOf, type ReviewLesson } from './review-lesson.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  host: Pick<CodeHost, 'reviewComments' | 'changesSince'>
  curate: Curate
  now: () => Date
}

type Work = {
  scope: SystemScope
  held: HeldPullRequest
  integration: StoredIntegration
  place: HostPlace
  pullRequest: HostPullRequest
  project: RepositoryProject
}

/** Of one pull request; a review that teaches more is a discussion. */
const MAX_DRAFTS = 3
/** Commits of which it is asked what changed since. */
const MAX_COMPARED = 10

type Taught = { comment: ReviewComment; lesson: ReviewLesson }

const taughtBy = (
  comments: readonly ReviewComment[],
  { authorId }: Pick<HostPullRequest, 'authorId'>,
): Taught[] =>
  comments.flatMap((comment) => {
    const isOfReviewer = !comment.isOfProgram && comment.authorId !== authorId
    if (!isOfReviewer || comment.isReply || comment.lines === null) return []
    const lesson = /^\s*\/lore\b/i.test(comment.body) ? undefined : lessonOf(comment.body)
    return lesson === undefined ? [] : [{ comment, lesson }]
  })

/** Whether the lines that a comment is about were changed afterwards. A file that went says nothing. */
const isFollowed = (files: readonly ChangedFile[], { path, lines }: ReviewComment): boolean => {
  const file = files.find((one) => one.path === path || one.old_path === path)
  if (file === undefined || lines === null || file.status === 'deleted') return false
  return (file.hunks ?? []).some(
    ({ old_from, old_lines }) => old_from <= lines.to && lines.from < old_from + old_lines,
  )
}

const createComparing = ({ host }: Deps, { place, pullRequest }: Work) => {
  const known = new Map<string, ChangedFile[]>()
  return async (commit: string): Promise<ChangedFile[]> => {
    const before = known.get(commit)
    if (before !== undefined || commit === pullRequest.head) return before ?? []
    if (known.size >= MAX_COMPARED) return []
    const files = await changesSince(host, place, { from: commit, to: pullRequest.head })
    known.set(commit, files)
    return files
  }
}

/** Nothing, where the commit is there no more. */
const changesSince = async (
  host: Deps['host'],
  place: HostPlace,
  { from, to }: { from: string; to: string },
): Promise<ChangedFile[]> => {
  try {
    return (await host.changesSince(place, from, to)) ?? []
  } catch (error) {
    if (error instanceof HostError && (error.failure === 'gone' || error.failure === 'refused'))
      return []
    throw error
  }
}

/** @returns whether it became a draft. What is a draft of it already, or was, becomes none again. */
const draft = async (
  { unitOfWork, curate }: Deps,
  { scope, integration, project }: Work,
  { comment, lesson }: Taught,
): Promise<boolean> => {
  const { url, path, authorId } = comment
  const isCited = await unitOfWork.inTeam(scope, ({ outcomes }) =>
    outcomes.isCited(project.id, url),
  )
  if (isCited) return false
  const member = await memberOfHost({ unitOfWork }, integration, authorId)
  const { kind, statement, reason } = lesson
  const quote = `${statement} ${reason}`.trim()
  const curated = await curate(scope, {
    projectId: project.id,
    candidate: {
      kind,
      statement,
      reason,
      origin: member === undefined ? 'web' : 'human',
      authorId: member?.userId ?? null,
      evidence: [{ kind: 'document', ref: url, quote }],
      paths: [path],
      isDraft: true,
    },
  })
  return curated.outcome !== 'refused'
}

/**
 * What a person wrote in the review of a pull request, the author followed, and was merged, becomes a draft with the thread as its
 * evidence. Words of who is no member are of the web, and never hold without a person. Once for each pull request.
 */
export const learnFromReview = async (deps: Deps, work: Work): Promise<void> => {
  const { scope, held, place, pullRequest } = work
  if (pullRequest.state !== 'merged' || held.learnedAt !== null) return
  const comments = await deps.host.reviewComments(place, held.number)
  const filesSince = createComparing(deps, work)
  let drafts = 0
  for (const taught of taughtBy(comments, pullRequest)) {
    if (drafts >= MAX_DRAFTS) break
    const files = await filesSince(taught.comment.commit)
    if (isFollowed(files, taught.comment) && (await draft(deps, work, taught))) drafts += 1
  }
  await deps.unitOfWork.inTeam(scope, ({ pullRequests }) =>
    pullRequests.noteLearned(held.id, deps.now()),
  )
}
