import { CHANGE_LIMITS, type ChangedFile } from '@teamlore/shared/change-report'
import type { HostChanges, HostPullRequest } from '@teamlore/shared/code-hosts'
import { hunksOfPatch } from '../hunks-of-patch.ts'
import { revertedBy } from '../reverted-by.ts'
import { wordsOfPatch } from '../words-of-patch.ts'
import type { Ask } from './app-client.ts'
import { allPages } from './pages.ts'
import {
  commitsSchema,
  comparisonSchema,
  filesSchema,
  type GitHubFile,
  pullNumbersSchema,
  pullRequestSchema,
  visibilityOf,
} from './schemas.ts'

const STATUS: Record<string, ChangedFile['status']> = {
  added: 'added',
  copied: 'added',
  removed: 'deleted',
  renamed: 'renamed',
}

/** Of a rename that changes nothing GitHub sends no patch, as of a file whose patch is too long. */
const hunksOf = ({ patch, changes }: GitHubFile) =>
  patch === undefined ? (changes === 0 ? [] : null) : hunksOfPatch(patch)

const changedFile = (file: GitHubFile): ChangedFile => ({
  path: file.filename,
  ...(file.previous_filename !== undefined && { old_path: file.previous_filename }),
  status: STATUS[file.status] ?? 'modified',
  hunks: hunksOf(file),
  ...(file.patch !== undefined && { words: wordsOfPatch(file.patch) }),
})

/** A line as GitHub writes it for the button *Revert*. */
const REVERTS_NUMBER = /^Reverts\s+(?:([\w.-]+\/[\w.-]+))?#(\d{1,9})\.?\s*$/im

const numberReverted = (body: string, fullName: string): number | null => {
  const [, repository, number] = REVERTS_NUMBER.exec(body) ?? []
  const isHere = repository === undefined || repository.toLowerCase() === fullName.toLowerCase()
  return number !== undefined && isHere ? Number(number) : null
}

export const readPullRequest = async (
  ask: Ask,
  repository: string,
  number: number,
): Promise<HostPullRequest> => {
  const { data } = await ask(`GET /repos/${repository}/pulls/${number}`)
  const { state, merged, title, body, html_url, head, base, ...read } =
    pullRequestSchema.parse(data)
  return {
    state: merged ? 'merged' : state,
    title,
    body: body ?? '',
    head: head.sha,
    // Of one that is open it is a try.
    mergeCommit: merged ? (read.merge_commit_sha ?? null) : null,
    authorId: read.user == null ? '' : String(read.user.id),
    url: html_url,
    reverts: numberReverted(body ?? '', repository),
    isOwnProposal: base.ref === base.repo.default_branch && head.repo?.id === base.repo.id,
    visibility: visibilityOf(base.repo),
    repositoryUrl: base.repo.html_url,
  }
}

const SHA = /^[0-9a-f]{7,64}$/

/** Where a branch was written anew, lines of before are none of now. */
export const readChangesSince = async (
  ask: Ask,
  repository: string,
  { from, to }: { from: string; to: string },
): Promise<ChangedFile[] | null> => {
  const { data } = await ask(`GET /repos/${repository}/compare/${from}...${to}`)
  const { status, files = [] } = comparisonSchema.parse(data)
  return status === 'ahead' ? files.map(changedFile) : null
}

/** Those of which a commit is part of the history of their target. */
export const readPullRequestsOf = async (
  ask: Ask,
  repository: string,
  sha: string,
): Promise<number[]> => {
  const { data } = await ask(`GET /repos/${repository}/commits/${sha}/pulls`)
  return pullNumbersSchema.parse(data).map(({ number }) => number)
}

export const readChanges = async (
  ask: Ask,
  repository: string,
  number: number,
): Promise<HostChanges> => {
  const files = await allPages(ask, `GET /repos/${repository}/pulls/${number}/files`, {
    schema: filesSchema,
    most: CHANGE_LIMITS.maxFiles,
  })
  const commits = await allPages(ask, `GET /repos/${repository}/pulls/${number}/commits`, {
    schema: commitsSchema,
    most: CHANGE_LIMITS.maxCommits,
  })
  return {
    files: files.map(changedFile),
    commits: commits.flatMap(({ sha, commit }) =>
      SHA.test(sha)
        ? [
            {
              sha,
              subject: commit.message.split('\n', 1)[0] ?? '',
              reverts: revertedBy(commit.message),
            },
          ]
        : [],
    ),
  }
}
