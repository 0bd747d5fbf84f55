import { CHANGE_LIMITS, type ChangedFile } from '@teamlore/shared/change-report'
import { type HostChanges, HostError, type HostPullRequest } from '@teamlore/shared/code-hosts'
import { hunksOfPatch } from '../hunks-of-patch.ts'
import { revertedBy } from '../reverted-by.ts'
import { wordsOfPatch } from '../words-of-patch.ts'
import { type Ask, allPages } from './gitlab-client.ts'
import {
  commitsSchema,
  comparisonSchema,
  diffsSchema,
  type GitLabDiff,
  mergeBaseSchema,
  mergeRequestListSchema,
  mergeRequestSchema,
  projectSchema,
} from './schemas.ts'

/** A line as GitLab writes it for the button *Revert*. */
const REVERTS = /^This reverts merge request\s+([\w./-]+)?!(\d{1,9})\.?\s*$/im

const numberReverted = (text: string, fullName: string): number | null => {
  const [, project, number] = REVERTS.exec(text) ?? []
  const isHere = project === undefined || project.toLowerCase() === fullName.toLowerCase()
  return number !== undefined && isHere ? Number(number) : null
}

const PREPARING_MS = 5_000

const preparing = (): HostError =>
  new HostError('unavailable', 'GitLab still prepares this merge request.', {
    retryAt: new Date(Date.now() + PREPARING_MS),
  })

/** `locked`: it is being merged at this moment. */
const STATES: Record<string, HostPullRequest['state']> = { merged: 'merged', closed: 'closed' }

export const readMergeRequest = async (
  ask: Ask,
  project: string,
  number: number,
): Promise<HostPullRequest> => {
  const read = mergeRequestSchema.parse(
    await ask(`GET /projects/${project}/merge_requests/${number}`),
  )
  const of = projectSchema.parse(await ask(`GET /projects/${project}`))
  const state = STATES[read.state] ?? 'open'
  if (read.sha == null && state === 'open') throw preparing()
  const body = read.description ?? ''
  return {
    state,
    title: read.title,
    body,
    head: read.sha ?? '',
    mergeCommit:
      state === 'merged' ? (read.merge_commit_sha ?? read.squash_commit_sha ?? null) : null,
    authorId: read.author == null ? '' : String(read.author.id),
    url: read.web_url,
    reverts: numberReverted(body, of.path_with_namespace),
    isOwnProposal:
      read.target_branch === of.default_branch && read.source_project_id === read.target_project_id,
    visibility: of.visibility,
    repositoryUrl: of.web_url,
  }
}

const statusOf = (diff: GitLabDiff): ChangedFile['status'] => {
  if (diff.new_file) return 'added'
  if (diff.deleted_file) return 'deleted'
  return diff.renamed_file ? 'renamed' : 'modified'
}

/** Of a diff that is too long GitLab sends nothing, as of a rename that changes nothing. */
const hunksOf = ({ diff, collapsed, too_large }: GitLabDiff) => {
  if (diff != null && diff !== '') return hunksOfPatch(diff)
  return collapsed === true || too_large === true ? null : []
}

const changedFile = (diff: GitLabDiff): ChangedFile => ({
  path: diff.new_path,
  ...(diff.renamed_file && { old_path: diff.old_path }),
  status: statusOf(diff),
  hunks: hunksOf(diff),
  ...(diff.diff != null && diff.diff !== '' && { words: wordsOfPatch(diff.diff) }),
})

const SHA = /^[0-9a-f]{7,64}$/

export const readChanges = async (
  ask: Ask,
  project: string,
  number: number,
): Promise<HostChanges> => {
  const route = `GET /projects/${project}/merge_requests/${number}`
  const diffs = await allPages(ask, `${route}/diffs`, {
    schema: diffsSchema,
    most: CHANGE_LIMITS.maxFiles,
  })
  const commits = await allPages(ask, `${route}/commits`, {
    schema: commitsSchema,
    most: CHANGE_LIMITS.maxCommits,
  })
  return {
    files: diffs.map(changedFile),
    // GitLab names the newest first.
    commits: commits
      .reverse()
      .flatMap(({ id: sha, message }) =>
        SHA.test(sha)
          ? [{ sha, subject: message.split('\n', 1)[0] ?? '', reverts: revertedBy(message) }]
          : [],
      ),
  }
}

/** Where a branch was written anew, lines of before are none of now. */
export const readChangesSince = async (
  ask: Ask,
  project: string,
  { from, to }: { from: string; to: string },
): Promise<ChangedFile[] | null> => {
  const repository = `GET /projects/${project}/repository`
  const base = await ask(`${repository}/merge_base?refs[]=${from}&refs[]=${to}`)
  if (mergeBaseSchema.parse(base).id !== from) return null
  const { diffs } = comparisonSchema.parse(
    await ask(`${repository}/compare`, { query: { from, to, straight: true } }),
  )
  return diffs.map(changedFile)
}

/** Those that brought a commit in. */
export const readMergeRequestsOf = async (
  ask: Ask,
  project: string,
  sha: string,
): Promise<number[]> => {
  const found = mergeRequestListSchema.parse(
    await ask(`GET /projects/${project}/repository/commits/${sha}/merge_requests`),
  )
  return found.flatMap(({ iid, state }) => (state === 'merged' ? [iid] : []))
}
