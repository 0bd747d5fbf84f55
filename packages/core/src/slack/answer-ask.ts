import { randomUUID } from 'node:crypto'
import { HostError } from '@teamlore/shared/code-hosts'
import type { DeliveryId } from '@teamlore/shared/ids'
import type { SlackPlace } from '@teamlore/shared/slack-host'
import { DomainError } from '../errors.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { answerQuestion } from './answer-question.ts'
import { fail, leave } from './failures.ts'
import { askContext, placeForWork } from './keys.ts'
import { knowPeople } from './known-people.ts'
import { type SlackAsk, slackAskSchema } from './read-sent.ts'
import { rememberMessage } from './remember-message.ts'
import { sendDigest } from './send-digest.ts'
import { showLinks } from './show-links.ts'
import type { SlackOutcome, SlackWork, SlackWorkDeps } from './work.types.ts'

type Deps = Omit<SlackWorkDeps, 'now'> & { now?: () => Date }

/** Longer than all that is asked of Slack for one answer. */
const HOLD_MS = 2 * 60_000
/** Slack takes answers to a command for half an hour, and nobody waits longer for one. */
const MAX_AGE_MS = 25 * 60_000
const MAX_DIGEST_AGE_MS = 24 * 3_600_000

const openAsk = (
  { secretBox }: SlackWorkDeps,
  { held }: Pick<SlackWork, 'held'>,
): SlackAsk | undefined => {
  if (held.sealed === null || secretBox === undefined) return undefined
  const read = slackAskSchema.safeParse(
    JSON.parse(secretBox.open(held.sealed, askContext(held.id))),
  )
  return read.success ? read.data : undefined
}

const act = async (
  deps: SlackWorkDeps,
  work: SlackWork,
  ask: SlackAsk | undefined,
): Promise<SlackOutcome> => {
  if (work.held.kind === 'digest') return sendDigest(deps, work)
  if (ask === undefined) return { state: 'ignored', error: 'What was asked is gone.' }
  if (ask.kind === 'remember') return rememberMessage(deps, work, ask)
  return ask.kind === 'links' ? showLinks(deps, work, ask) : answerQuestion(deps, work, ask)
}

/** What Slack or this server says no to; anything else is a fault here. */
const isRefusal = (error: unknown): error is HostError | DomainError =>
  error instanceof HostError || (error instanceof DomainError && error.kind !== 'unavailable')

const isTooLate = ({ held }: Pick<SlackWork, 'held'>, now: Date): boolean =>
  now.getTime() - (held.againAt ?? held.receivedAt).getTime() >
  (held.kind === 'digest' ? MAX_DIGEST_AGE_MS : MAX_AGE_MS)

/**
 * An ask → its answer. It may run twice, be killed between two posts, and come late: one at a time works on it, and what was posted is
 * not posted again.
 */
export const makeAnswerSlack = ({ now = systemClock, ...given }: Deps) => {
  const slack = { ...given.slack, person: knowPeople(given.slack, now) }
  const deps: SlackWorkDeps = { ...given, slack, now }
  const { unitOfWork } = deps
  return async (scope: SystemScope, { askId }: { askId: DeliveryId }): Promise<void> => {
    const holder = randomUUID()
    const at = now()
    const until = new Date(at.getTime() + HOLD_MS)
    const found = await unitOfWork.inTeam(scope, async ({ slackAsks, slackApps }) => {
      const held = await slackAsks.hold(askId, holder, { now: at, until })
      const stored = held && (await slackApps.find(held.slackId))
      return held && stored ? { held, stored } : await slackAsks.isWaiting(askId)
    })
    if (found === false) return
    if (found === true) throw new Error('Somebody else works on this.')
    const work = { scope, holder, ...found }
    const settle = (outcome: { state: 'done' | 'ignored' | 'failed'; error: string | null }) =>
      unitOfWork.inTeam(scope, ({ slackAsks }) => slackAsks.settle(askId, outcome))
    if (isTooLate(work, at))
      return settle({ state: 'failed', error: 'It could not be answered in time.' })
    let ask: SlackAsk | undefined
    let place: SlackPlace | undefined
    try {
      place = placeForWork(deps.secretBox, work.stored)
      ask = openAsk(deps, work)
      await settle(await act(deps, { ...work, place }, ask))
      await unitOfWork.inTeam(scope, ({ slackApps }) => slackApps.noteAnswer(work.stored.id, now()))
    } catch (error) {
      if (isRefusal(error)) return fail(deps, { work, place, ask }, error)
      await leave(deps, work)
      throw error
    }
  }
}

export type AnswerSlack = ReturnType<typeof makeAnswerSlack>
