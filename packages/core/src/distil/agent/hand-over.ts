import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor } from '@teamlore/redaction'
import { kindOfId, newId, type SessionId, type UserId } from '@teamlore/shared'
import type { HandedFinding, Handover, HandoverRequest } from '@teamlore/shared/handover'
import { requirePerson } from '../../identity/teams/require-person.ts'
import { forCapture, type TeamScope } from '../../identity/teams/team-scope.ts'
import { sessionNotFound } from '../../sessions/sessions.errors.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { readMessages } from '../transcript/read-session.ts'
import { matchQuotes, withoutOwnAnswers } from './match-quotes.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; ids?: Pick<typeof newId, 'event'> }

/** Of somebody whose agent does not name its session, so many are looked through for the quotes. */
const LATELY = 4

/**
 * Takes what a coding agent found in its own session. What its transcript bears out so far is said at once; the rest waits for
 * more of it. Only sessions of the asker are taken into account; of those that the way in does not open nothing is said, and what was
 * found in them waits for the distiller.
 *
 * @throws DomainError `session.not_found` for an id of a session that is not the asker's.
 */
export const makeHandOver =
  ({ unitOfWork, ids = newId }: Deps) =>
  async (
    scope: TeamScope<'member'>,
    request: HandoverRequest,
    signal?: AbortSignal,
  ): Promise<Handover> => {
    const userId = requirePerson(scope)
    const findings = await unitOfWork.inTeam(scope, async ({ redactionRules }) => {
      const redactor = createRedactor(await redactionRules.get())
      return request.findings.map((finding) => cleanFinding(finding, redactor))
    })
    const find = (as: TeamScope<'member'>) =>
      findSession({ unitOfWork, scope: as, signal }, findings, request.session)
    const told = await find(scope)
    const capture = forCapture(scope)
    const { sessionId } = scope.given === null ? told : await find(capture)
    await unitOfWork.inTeam(capture, async ({ handovers, outbox }) => {
      await handovers.forgetWaiting(userId)
      const sessionName = request.session ?? null
      await handovers.add({ id: ids.event(), userId, sessionId, sessionName, findings })
      if (sessionId !== null)
        await outbox.add({ type: 'session.handed_over', payload: { session_id: sessionId } })
    })
    return {
      session_id: told.sessionId,
      findings: findings.map(({ title }, n) => {
        const message_id = told.messages[n]?.id ?? null
        return { title, state: message_id === null ? 'waiting' : 'found', message_id }
      }),
    }
  }

export type HandOver = ReturnType<typeof makeHandOver>

type Finding = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: TeamScope<'member'>
  signal: AbortSignal | undefined
}

/** The session of the asker that these findings are of, as far as the scope reads, and the messages that hold them. */
const findSession = async (
  { unitOfWork, scope, signal }: Finding,
  findings: readonly HandedFinding[],
  name: string | undefined,
): Promise<{ sessionId: SessionId | null; messages: Looked['messages'] }> => {
  const candidates = await unitOfWork.inTeam(scope, (repos) =>
    sessionsOf(repos, requirePerson(scope), name),
  )
  const looked = await lookThrough(candidates, findings, (sessionId) =>
    readAll(readMessages({ unitOfWork, scope, sessionId, signal })),
  )
  const named = name === undefined ? null : (candidates[0] ?? null)
  return { sessionId: looked?.sessionId ?? named, messages: looked?.messages ?? [] }
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

type Looked = { sessionId: SessionId; messages: (MessageDigest | undefined)[]; count: number }

/** The session that holds most of the quotes. */
const lookThrough = async (
  candidates: readonly SessionId[],
  findings: readonly HandedFinding[],
  read: (sessionId: SessionId) => Promise<MessageDigest[]>,
): Promise<Looked | undefined> => {
  let best: Looked | undefined
  for (const sessionId of candidates) {
    const all = withoutOwnAnswers(await read(sessionId))
    const messages = findings.map((finding) => matchQuotes(finding, all)?.evidence[0]?.message)
    const count = messages.filter((message) => message !== undefined).length
    if (count > (best?.count ?? 0)) best = { sessionId, messages, count }
    if (count === findings.length) break
  }
  return best
}

const readAll = async (messages: AsyncIterable<MessageDigest>): Promise<MessageDigest[]> => {
  const all: MessageDigest[] = []
  for await (const message of messages) all.push(message)
  return all
}

/** As what comes in by other doors: without secrets, and without what no database stores. */
const cleanFinding = (finding: HandedFinding, redactor: Redactor): HandedFinding => {
  const clean = (text: string): string => redactor.redact(text).text
  const { kind, topic, title, statement, reason, rejected, slots, questions, evidence } =
    cleanStrings(finding)
  const { subject, attribute, scope, value, replaces } = slots
  return {
    kind,
    topic: clean(topic),
    title: clean(title),
    statement: clean(statement),
    reason: clean(reason),
    rejected: rejected.map(clean),
    slots: {
      subject: clean(subject),
      attribute: clean(attribute),
      scope: clean(scope),
      value: clean(value),
      replaces: clean(replaces),
    },
    questions: questions.map(clean),
    evidence: evidence.map(({ quote }) => ({ quote: clean(quote) })),
  }
}
