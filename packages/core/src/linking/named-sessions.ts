import type { CommitToLink, NamedSession, TeamRepositories } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { InferredLink } from './linking.types.ts'
import { OPENED } from './named-places.ts'

/** What another program noted is evidence, no proof. */
const NOTED = 0.9
/** A trailer is written once and copied along by squashes. */
const TRAILED = 0.9
/** Sessions of reviewers name a pull request, too: its number alone makes no link. */
const NUMBERED = 0.4
/** Where its lines, or its folder and branch, speak for it, too, or it opened the pull request by a command of its own. */
const SUPPORTED = 0.7

/** A pull request as hosting sites write its number into the commit: `Subject (#12)`, `Merge pull request #12`. */
const PULL_REQUEST =
  /(?:\(#(\d{1,7})\)$|^Merge pull request #(\d{1,7})\b|\bSee merge request [^\s!]*!(\d{1,7})$)/
/** An id of a session, of ours or of a tool: long, and without a space. */
const SESSION_ID = /[A-Za-z0-9][A-Za-z0-9_.-]{11,299}/g
const MOST_IDS = 100

export const pullRequestOf = (subject: string): number | undefined => {
  const [, ...numbers] = PULL_REQUEST.exec(subject.trim()) ?? []
  const found = numbers.find((number) => number !== undefined)
  return found === undefined ? undefined : Number(found)
}

/** What may be ids of sessions in trailers such as `Session: 0b5c…` or an address that ends in one. */
const idsInTrailers = ({ trailers }: Pick<CommitToLink, 'trailers'>): Map<string, string> => {
  const found = new Map<string, string>()
  for (const { key, value } of trailers)
    for (const [id] of value.matchAll(SESSION_ID)) if (/\d/.test(id)) found.set(id, key)
  return new Map([...found].slice(0, MOST_IDS))
}

const PROGRAMS: Record<string, string> = {
  'git-ai': 'a git-ai note',
  'agent-trace': 'an Agent Trace',
}

type Reason = Pick<InferredLink, 'confidence' | 'relation'> & { reason: string }

const reasonsFor = (
  session: NamedSession,
  commit: CommitToLink,
  {
    trailed,
    number,
    isSupported,
  }: { trailed: Map<string, string>; number: number | undefined; isSupported: boolean },
): Reason[] => {
  const programs = new Set(
    commit.noted_sessions
      .filter(({ native_id }) => native_id === session.native_id || native_id === session.id)
      .map(({ by }) => PROGRAMS[by] ?? by),
  )
  const key = trailed.get(session.id) ?? trailed.get(session.native_id)
  const isOpener = number !== undefined && session.opened.includes(number)
  return [
    ...[...programs].map((program) => ({
      confidence: NOTED,
      relation: 'wrote' as const,
      reason: `${program} names this session`,
    })),
    ...(session.is_linked_elsewhere
      ? [
          {
            confidence: NOTED,
            relation: 'wrote' as const,
            reason: 'another program linked them',
          },
        ]
      : []),
    ...(key === undefined
      ? []
      : [
          {
            confidence: TRAILED,
            relation: 'wrote' as const,
            reason: `the trailer ${key} of the commit names this session`,
          },
        ]),
    ...(number !== undefined && session.pull_requests.includes(number)
      ? [
          {
            confidence: isSupported || isOpener ? SUPPORTED : NUMBERED,
            relation: 'present' as const,
            reason: `the session ${isOpener ? 'opened' : 'names'} pull request #${number}, which the commit came from`,
          },
        ]
      : []),
  ]
}

/**
 * Adds sessions that the commit itself names: in notes and links of other programs, in a trailer, by its pull request. Each says so in its
 * reasons, makes the link at least so sure, and never less.
 */
export const addNamed = async (
  repos: Pick<TeamRepositories, 'linking'>,
  { projectId, commit }: { projectId: ProjectId; commit: CommitToLink },
  links: Map<string, InferredLink>,
): Promise<void> => {
  const trailed = idsInTrailers(commit)
  const number = pullRequestOf(commit.subject)
  const ids = [...commit.noted_sessions.map(({ native_id }) => native_id), ...trailed.keys()]
  const sessions = await repos.linking.sessionsNamed(projectId, {
    ids,
    number,
    opened: OPENED,
    sha: commit.sha,
  })
  for (const session of sessions) {
    const before = links.get(session.id)
    const isSupported = before !== undefined && before.reasons.length > 0
    const reasons = reasonsFor(session, commit, { trailed, number, isSupported })
    if (reasons.length === 0) continue
    const wrote = before?.relation === 'wrote' || reasons.some((one) => one.relation === 'wrote')
    links.set(session.id, {
      sessionId: session.id,
      relation: wrote ? 'wrote' : 'present',
      confidence: Math.max(before?.confidence ?? 0, ...reasons.map(({ confidence }) => confidence)),
      reasons: [...new Set([...reasons.map(({ reason }) => reason), ...(before?.reasons ?? [])])],
    })
  }
}
