import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackPlace } from '@teamlore/shared/slack-host'
import type { DomainError } from '../errors.ts'
import type { SlackAsk } from './read-sent.ts'
import { sayToAsker } from './say.ts'
import type { SlackWork, SlackWorkDeps } from './work.types.ts'

type Work = Omit<SlackWork, 'place'>

const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 5 * 60_000

const isLater = ({ failure }: HostError): boolean =>
  failure === 'limited' || failure === 'unavailable'

/** As Slack said, else after half the time that it has taken so far. */
const retryAt = ({ retryAt: at }: HostError, receivedAt: Date, now: Date): Date => {
  const wait = (now.getTime() - receivedAt.getTime()) / 2
  return at ?? new Date(now.getTime() + Math.min(Math.max(wait, FIRST_WAIT_MS), MAX_WAIT_MS))
}

const tryLater = (
  { unitOfWork, now }: SlackWorkDeps,
  { scope, held, holder }: Work,
  error: HostError,
): Promise<void> => {
  const notBefore = retryAt(error, held.receivedAt, now())
  return unitOfWork.inTeam(scope, ({ slackAsks }) =>
    slackAsks.giveBack(held.id, holder, { error: error.message, notBefore }),
  )
}

/** One sentence, to who asked alone. @returns why it comes later; undefined where it was said, or cannot be. */
const sayThatNot = async (
  deps: SlackWorkDeps,
  work: SlackWork,
  ask: SlackAsk | undefined,
): Promise<HostError | undefined> => {
  if (ask === undefined || ask.kind === 'links') return undefined
  try {
    await sayToAsker(deps, work, ask, deps.wording.sentenceOf('failed'))
    return undefined
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return isLater(error) ? error : undefined
  }
}

/** What trying again does not help, or Slack asks to be tried later. Its words are for admins; who asked hears that it failed. */
export const fail = async (
  deps: SlackWorkDeps,
  { work, place, ask }: { work: Work; place: SlackPlace | undefined; ask: SlackAsk | undefined },
  error: HostError | DomainError,
): Promise<void> => {
  const { unitOfWork, now } = deps
  const { scope, held, stored } = work
  const isOfHost = error instanceof HostError
  if (isOfHost && isLater(error)) return tryLater(deps, work, error)
  const later = place && (await sayThatNot(deps, { ...work, place }, ask))
  if (later) return tryLater(deps, work, later)
  const { message } = error
  const isForAdmin = isOfHost && (error.failure === 'unauthorized' || error.failure === 'forbidden')
  await unitOfWork.inTeam(scope, async ({ slackAsks, slackApps }) => {
    await slackAsks.settle(held.id, { state: 'failed', error: message })
    if (isForAdmin) await slackApps.noteError(stored.id, message, now())
  })
}

/** Something failed here: the queue tries again, and after that the schedule. */
export const leave = (
  { unitOfWork, now }: SlackWorkDeps,
  { scope, held, holder }: Work,
): Promise<void> =>
  unitOfWork.inTeam(scope, ({ slackAsks }) =>
    slackAsks.giveBack(held.id, holder, {
      error: 'This server failed; the log of its worker says why.',
      notBefore: new Date(now().getTime() + MAX_WAIT_MS),
    }),
  )
