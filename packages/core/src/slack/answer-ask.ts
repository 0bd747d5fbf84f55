import { randomUUID } from 'node:crypto'
import { HostError } from '@teamlore/shared/code-hosts'
import type { DeliveryId } from '@teamlore/shared/ids'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { answerQuestion } from './answer-question.ts'
import { askContext, placeForWork } from './keys.ts'
import { type SlackAsk, slackAskSchema } from './read-sent.ts'
import { rememberMessage } from './remember-message.ts'
import { sendDigest } from './send-digest.ts'
import { showLinks } from './show-links.ts'
import type { SlackOutcome, SlackWork, SlackWorkDeps } from './work.types.ts'

type Deps = Omit<SlackWorkDeps, 'now'> & { now?: () => Date }

/** Longer than all that is asked of Slack for one answer. */
const HOLD_MS = 2 * 60_000
const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 5 * 60_000
/** Slack takes answers to a command for half an hour, and nobody waits longer for one. */
const MAX_AGE_MS = 25 * 60_000
const MAX_DIGEST_AGE_MS = 24 * 3_600_000

const openAsk = ({ secretBox }: SlackWorkDeps, { held }: SlackWork): SlackAsk | undefined => {
  if (held.sealed === null || secretBox === undefined) return undefined
  const read = slackAskSchema.safeParse(
    JSON.parse(secretBox.open(held.sealed, askContext(held.id))),
  )
  return read.success ? read.data : undefined
}

const act = async (deps: SlackWorkDeps, work: SlackWork): Promise<SlackOutcome> => {
  if (work.held.kind === 'digest') return sendDigest(deps, work)
  const ask = openAsk(deps, work)
  if (ask === undefined) return { state: 'ignored', error: 'What was asked is gone.' }
  if (ask.kind === 'remember') return rememberMessage(deps, work, ask)
  return ask.kind === 'links' ? showLinks(deps, work, ask) : answerQuestion(deps, work, ask)
}

const isLater = ({ failure }: HostError): boolean =>
  failure === 'limited' || failure === 'unavailable'

/** As Slack said, else after half the time that it has taken so far. */
const retryAt = ({ retryAt: at }: HostError, receivedAt: Date, now: Date): Date => {
  const wait = (now.getTime() - receivedAt.getTime()) / 2
  return at ?? new Date(now.getTime() + Math.min(Math.max(wait, FIRST_WAIT_MS), MAX_WAIT_MS))
}

const fail = async (
  { unitOfWork, now }: SlackWorkDeps,
  { scope, held, holder, stored }: Omit<SlackWork, 'place'>,
  error: HostError,
): Promise<void> => {
  const { message } = error
  const isForAdmin = error.failure === 'unauthorized' || error.failure === 'forbidden'
  await unitOfWork.inTeam(scope, async ({ slackAsks, slackApps }) => {
    if (isLater(error)) {
      const notBefore = retryAt(error, held.receivedAt, now())
      await slackAsks.giveBack(held.id, holder, { error: message, notBefore })
    } else await slackAsks.settle(held.id, { state: 'failed', error: message })
    if (isForAdmin) await slackApps.noteError(stored.id, message, now())
  })
}

const isTooLate = ({ held }: Pick<SlackWork, 'held'>, now: Date): boolean =>
  now.getTime() - held.receivedAt.getTime() >
  (held.kind === 'digest' ? MAX_DIGEST_AGE_MS : MAX_AGE_MS)

/** Something failed here: the queue tries again, and after that the schedule. */
const leave = (
  { unitOfWork, now }: SlackWorkDeps,
  { scope, held, holder }: Omit<SlackWork, 'place'>,
): Promise<void> =>
  unitOfWork.inTeam(scope, ({ slackAsks }) =>
    slackAsks.giveBack(held.id, holder, {
      error: 'This server failed; the log of its worker says why.',
      notBefore: new Date(now().getTime() + MAX_WAIT_MS),
    }),
  )

/**
 * An ask → its answer. It may run twice, be killed between two posts, and come late: one at a time works on it, and what was posted is
 * not posted again.
 */
export const makeAnswerSlack =
  ({ now = systemClock, ...given }: Deps) =>
  async (scope: SystemScope, { askId }: { askId: DeliveryId }): Promise<void> => {
    const deps: SlackWorkDeps = { ...given, now }
    const { unitOfWork } = deps
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
    try {
      const place = placeForWork(deps.secretBox, work.stored)
      await settle(await act(deps, { ...work, place }))
      await unitOfWork.inTeam(scope, ({ slackApps }) => slackApps.noteAnswer(work.stored.id, now()))
    } catch (error) {
      if (error instanceof HostError) return fail(deps, work, error)
      await leave(deps, work)
      throw error
    }
  }

export type AnswerSlack = ReturnType<typeof makeAnswerSlack>
