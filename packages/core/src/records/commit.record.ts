import { KINDS } from '@teamlore/shared'
import type { Commit, SessionLink } from '@teamlore/shared/commits'
import { lines, list } from '../text/lines.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

const MAX_FILES = 60

const percent = (share: number): string => `${Math.round(100 * share)} %`

const related = (commits: Commit['replaces']): string[] =>
  commits.map(({ sha, subject, reason }) => `${sha.slice(0, 10)} ${subject} (${reason})`)

/** A commit as an agent reads it: what changed, which sessions made it, and why that is thought. */
const commitRecord = (commit: Omit<Commit, 'sessions'>, sessions: SessionLink[]): RecordText => ({
  id: commit.id,
  kind: 'commit',
  title: commit.subject,
  text: lines([
    `Commit ${commit.sha}`,
    commit.subject,
    `By ${commit.author.name}, ${commit.authored_at}`,
    commit.project && `Project: ${commit.project.name}`,
    commit.branch && `Branch: ${commit.branch}`,
    list(
      'Files',
      commit.files
        .slice(0, MAX_FILES)
        .map(
          ({ path, added_lines, removed_lines }) => `${path} (+${added_lines} -${removed_lines})`,
        ),
    ),
    commit.files.length > MAX_FILES && `and ${commit.files.length - MAX_FILES} more files`,
    list(
      'Sessions',
      sessions.map(
        ({ session, relation, confidence, reasons }) =>
          `${session.id} ${session.title}: ${relation}, ${percent(confidence)} sure (${reasons.join('; ')})`,
      ),
    ),
    list('Rewritten from', related(commit.replaces)),
    list('Rewritten to', related(commit.replaced_by)),
    list('Takes back', related(commit.reverts)),
    list('Taken back by', related(commit.reverted_by)),
    list('Fixed by', related(commit.fixed_by)),
  ]),
  url: `${KINDS.commit.page}/${commit.id}`,
  session_id: null,
  occurred_at: commit.authored_at,
})

export const openCommit: OpenRecord = async ({ commitList, linkList }, id) => {
  const found = await commitList.find(id)
  return found && commitRecord(found, await linkList.list({ commitIds: [id] }))
}
