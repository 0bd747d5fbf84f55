import { setTimeout } from 'node:timers/promises'
import type { UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import type { HandedFinding, Handover, HandoverRequest } from '@teamlore/shared/handover'
import { requirePerson } from '../../identity/teams/require-person.ts'
import { forCapture, type TeamScope } from '../../identity/teams/team-scope.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { answerOf, findSession, isWaiting } from './find-handed-over.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ids?: Pick<typeof newId, 'event'>
  /** How often it is looked again for words that have not arrived, and how long between. None by default. */
  patience?: { looks: number; pauseMs: number }
}

const NO_PATIENCE = { looks: 0, pauseMs: 0 }

/**
 * Takes what a coding agent found in its own session. What its transcript bears out so far is said at once; the rest waits for
 * more of it. Only sessions of the asker are taken into account; of those that the credential does not open nothing is said, and what was
 * found in them waits for the distiller.
 *
 * @throws DomainError `session.not_found` for an id of a session that is not the asker's.
 */
export const makeHandOver =
  ({ unitOfWork, ids = newId, patience = NO_PATIENCE }: Deps) =>
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
    const lastArrival = () =>
      unitOfWork.inTeam(scope, ({ handovers }) => handovers.lastArrival(userId))
    // The machine sends the last lines of a session while its agent waits here.
    let arrived = await lastArrival()
    let seen = await find(scope)
    for (let looks = patience.looks; looks > 0 && isWaiting(seen, findings); looks--) {
      await setTimeout(patience.pauseMs, undefined, { signal })
      const last = await lastArrival()
      // A long session is read again only for what is new in it.
      if (last === arrived) continue
      arrived = last
      seen = await find(scope)
    }
    const capture = forCapture(scope)
    const { sessionId } = scope.given === null ? seen : await find(capture)
    const id = ids.event()
    await unitOfWork.inTeam(capture, async ({ handovers, outbox }) => {
      await handovers.forgetWaiting(userId)
      const sessionName = request.session ?? null
      await handovers.add({ id, userId, sessionId, sessionName, findings })
      if (sessionId !== null)
        await outbox.add({ type: 'session.handed_over', payload: { session_id: sessionId } })
    })
    return answerOf({ id, findings, ...seen })
  }

export type HandOver = ReturnType<typeof makeHandOver>

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
