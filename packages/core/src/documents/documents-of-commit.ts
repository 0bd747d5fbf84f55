import type { NewCommit } from '@teamlore/db'
import type { ProjectId, TeamId, UserId } from '@teamlore/shared'
import { recordTokens } from '../text/count-tokens.ts'
import { buildDocuments, type DocumentOptions } from './build-documents.ts'
import type { NewDocument } from './new-document.ts'

const MAX_PATHS = 50

export type CommitOfDocument = Pick<
  NewCommit,
  'id' | 'subject' | 'branch' | 'parents' | 'authored_at' | 'sha'
> & {
  files: readonly { path: string }[]
  teamId: TeamId
  projectId: ProjectId
  privateTo: UserId | null
}

/** A commit is found by its subject, its hash and its files. Merges say nothing that the merged do not say better. */
export const documentsOfCommit = (
  commit: CommitOfDocument,
  options: DocumentOptions = {},
): NewDocument[] => {
  if (commit.parents.length > 1 || commit.subject.trim() === '') return []
  const paths = commit.files.slice(0, MAX_PATHS).map(({ path }) => path)
  const body = [`Commit ${commit.sha.slice(0, 10)}`, ...paths].join('\n')
  return buildDocuments(
    commit,
    {
      sessionId: null,
      messageId: null,
      kind: 'commit',
      sourceId: commit.id,
      type: null,
      concepts: [],
      paths,
      tool: null,
      gitBranch: commit.branch,
      authorId: null,
      origin: 'human',
      status: 'current',
      occurredAt: new Date(commit.authored_at),
      embedPriority: 4,
    },
    {
      title: commit.subject,
      titleWeight: 'A',
      body,
      bodyWeight: 'C',
      tokens: recordTokens(`${commit.subject}\n${body}`),
    },
    options,
  )
}
