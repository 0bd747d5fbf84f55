import type { TouchingCommit } from '@teamlore/db'
import type { Blamed } from '@teamlore/shared/blame'
import type { WhyEntry } from './why-entry.ts'

/** Commits come beside sessions; what was taken back, beside memories about the file. */
const HISTORY_WEIGHT = 0.5
const TAKEN_BACK_WEIGHT = 0.9

const shortOf = (sha: string): string => sha.slice(0, 10)

const sessionMark = ({ session_id, session_title, session_tool }: TouchingCommit): string[] =>
  session_id === null
    ? []
    : [`from ${session_tool} session ${session_id} “${session_title ?? 'without a title'}”`]

/**
 * What git says of a file, each with what it was called then; the first is its last change. What was taken back and has not come
 * back is shown as such.
 */
export const entriesOfCommits = (
  commits: readonly (TouchingCommit & { path: string })[],
): WhyEntry[] =>
  commits.map((commit, at) => {
    const common = {
      id: commit.id,
      text: commit.subject,
      reason: 'history' as const,
      via: commit.path,
    }
    const marks = [
      shortOf(commit.sha),
      `${commit.author}, ${commit.at.slice(0, 10)}`,
      `+${commit.added} −${commit.removed} lines`,
      ...sessionMark(commit),
    ]
    if (commit.reverted_by === null)
      return {
        ...common,
        section: 'history',
        kind: at === 0 ? 'last change' : 'commit',
        weight: HISTORY_WEIGHT,
        marks,
      }
    const by = `taken back on ${commit.reverted_at?.slice(0, 10)} by ${shortOf(commit.reverted_by)} “${commit.reverted_subject}”`
    return {
      ...common,
      section: 'graveyard',
      kind: 'taken back',
      weight: TAKEN_BACK_WEIGHT,
      marks: [by, ...marks],
    }
  })

/** From the line that was asked for, or some of a range, to its commit, the session that wrote it and what was asked of that session. */
export const entryOfLine = (
  { place, isRange }: { place: string; isRange: boolean },
  blamed: Blamed,
): WhyEntry[] => {
  const { origin, session, commit, prompt, excerpt, confidence, reasons } = blamed
  const id = session?.id ?? commit?.id
  if (id === undefined) return []
  const lines = isRange ? 'some of these lines' : 'this line'
  const person = `A person wrote ${lines}, as far as sessions were captured`
  const text = [
    origin === 'person' ? person : (prompt?.text ?? session?.title ?? 'Nobody knows who wrote it'),
    ...(excerpt === null ? [] : [`said then: ${excerpt.text}`]),
  ].join(' — ')
  return [
    {
      id,
      section: 'history',
      kind: lines,
      text,
      reason: 'line',
      weight: 1,
      via: place,
      marks: [
        ...(commit === null
          ? ['not committed yet, or in a commit that was not sent']
          : [
              `${shortOf(commit.sha)} “${commit.subject}” by ${commit.author}, ${commit.authored_at.slice(0, 10)}`,
            ]),
        ...(session === null ? [] : [`${session.author.name} with ${session.tool}`]),
        `${Math.round(100 * confidence)} % sure: ${reasons.join('; ')}`,
      ],
    },
  ]
}
