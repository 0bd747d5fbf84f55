import type { HandedReading, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { kindOfId, type SessionId, type UserId } from '@teamlore/shared'
import type { HandedFinding, Handover } from '@teamlore/shared/handover'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { sessionNotFound } from '../../sessions/sessions.errors.ts'
import type { Verified } from '../model/verify-answer.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { readMessages } from '../transcript/read-session.ts'
import type { Readings } from './create-agent-distiller.ts'
import { matchQuotes, withoutOwnAnswers } from './match-quotes.ts'
import { type NotSaid, notSaidIn } from './not-said.ts'
import { readingKeyOf } from './reading-of.ts'
import { type Refusal, refusalsOf } from './refusals.ts'

/** Of somebody whose agent does not name its session, so many are looked through for the quotes. */
const LATELY = 4

type Verdict = {
  messageId: string | null
  refusal: Refusal | undefined
  reading: Handover['findings'][number]['reading']
}

/** What a session says of the findings that were handed over of it. */
export type Seen = {
  sessionId: SessionId | null
  /** In the order of the findings; undefined where no quote of one has arrived. */
  verdicts: (Verdict | undefined)[]
}

type Finding = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: TeamScope<'member'>
  signal: AbortSignal | undefined
}

/** The session of the asker that these findings are of, as far as the scope reads, and the messages that hold them. */
export const findSession = async (
  { unitOfWork, scope, signal }: Finding,
  findings: readonly HandedFinding[],
  name: string | undefined,
): Promise<Seen> => {
  const candidates = await unitOfWork.inTeam(scope, (repos) =>
    sessionsOf(repos, requirePerson(scope), name),
  )
  const looked = await lookThrough(candidates, findings, (sessionId) =>
    readAll(readMessages({ unitOfWork, scope, sessionId, signal })),
  )
  const named = name === undefined ? null : (candidates[0] ?? null)
  const verdicts =
    looked === undefined
      ? []
      : await verdictsOf(looked, findings, {
          notSaid: notSaidIn({ unitOfWork, scope, sessionId: looked.sessionId, signal }),
          readings: await readingsOf({ unitOfWork, scope, signal }, looked.sessionId),
        })
  return { sessionId: looked?.sessionId ?? named, verdicts }
}

const readingsOf = async (
  { unitOfWork, scope }: Finding,
  sessionId: SessionId,
): Promise<Readings> => {
  const known = await unitOfWork.inTeam(scope, ({ handedReadings }) => handedReadings.of(sessionId))
  return new Map(known.map((one) => [one.key, one]))
}

const verdictsOf = async (
  { all, matches }: Looked,
  findings: readonly HandedFinding[],
  { notSaid, readings }: { notSaid: NotSaid; readings: Readings },
): Promise<Seen['verdicts']> => {
  const found = findings.flatMap((finding, n) => {
    const match = matches[n]
    return match === undefined ? [] : [{ n, finding, evidence: match.evidence, match }]
  })
  const refusals = await refusalsOf(found, all, notSaid)
  const verdicts: Seen['verdicts'] = findings.map(() => undefined)
  for (const [at, { n, evidence, match }] of found.entries())
    verdicts[n] = {
      messageId: evidence[0]?.message.id ?? null,
      ...readAs(refusals[at], readings.get(readingKeyOf(match))),
    }
  return verdicts
}

/** What letters show comes first; what they do not show, a second reader may. */
const readAs = (
  refusal: Refusal | undefined,
  reading: Pick<HandedReading, 'state' | 'reason'> | undefined,
): Pick<Verdict, 'refusal' | 'reading'> => {
  if (refusal !== undefined) return { refusal, reading: null }
  if (reading?.state === 'refused') return { refusal: reading.reason, reading: 'refused' }
  return { refusal: undefined, reading: reading?.state ?? 'waiting' }
}

const sessionsOf = async (
  { handovers }: Pick<TeamRepositories, 'handovers'>,
  userId: UserId,
  name: string | undefined,
): Promise<SessionId[]> => {
  if (name === undefined) return handovers.lately(userId, LATELY)
  const found = await handovers.sessionNamed(userId, name)
  // The tool's own name may come before the session does; an id of ours cannot.
  if (found === undefined && kindOfId(name) === 'session') throw sessionNotFound()
  return found === undefined ? [] : [found]
}

type Looked = {
  sessionId: SessionId
  all: readonly MessageDigest[]
  matches: (Verified | undefined)[]
  count: number
}

/** The session that holds most of the quotes. */
const lookThrough = async (
  candidates: readonly SessionId[],
  findings: readonly HandedFinding[],
  read: (sessionId: SessionId) => Promise<MessageDigest[]>,
): Promise<Looked | undefined> => {
  let best: Looked | undefined
  for (const sessionId of candidates) {
    const all = withoutOwnAnswers(await read(sessionId))
    const matches = findings.map((finding) => matchQuotes(finding, all))
    const count = matches.filter((match) => match !== undefined).length
    if (count > (best?.count ?? 0)) best = { sessionId, all, matches, count }
    if (count === findings.length) break
  }
  return best
}

const readAll = async (messages: AsyncIterable<MessageDigest>): Promise<MessageDigest[]> => {
  const all: MessageDigest[] = []
  for await (const message of messages) all.push(message)
  return all
}

export const isWaiting = ({ verdicts }: Seen, findings: readonly HandedFinding[]): boolean =>
  findings.some((_, n) => verdicts[n] === undefined)

type Answered = Pick<Seen, 'sessionId' | 'verdicts'> & {
  id: string
  findings: readonly HandedFinding[]
}

export const answerOf = ({ id, sessionId, findings, verdicts }: Answered): Handover => ({
  id,
  session_id: sessionId,
  findings: findings.map(({ title }, n) => {
    const verdict = verdicts[n]
    if (verdict === undefined)
      return { title, state: 'waiting', reason: null, reading: null, message_id: null }
    const { refusal, reading, messageId } = verdict
    return {
      title,
      state: refusal === undefined ? 'found' : 'refused',
      reason: refusal ?? null,
      reading,
      message_id: messageId,
    }
  }),
})
