import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackWork, SlackWorkDeps } from './work.types.ts'

type Deps = Pick<SlackWorkDeps, 'unitOfWork' | 'now'>

type Step = {
  /** By it the step is known within its ask. */
  name: string
  post: () => Promise<void>
  /** Whether it was posted, since a time. Null: it cannot be known, as one person alone was shown it. */
  look: ((since: Date) => Promise<boolean>) | null
}

/** Slack may need as long to show what it has taken. */
const SETTLE_MS = 15_000

const settling = (at: Date): HostError =>
  new HostError('limited', 'A message was being posted when this was interrupted.', {
    retryAt: new Date(at.getTime() + SETTLE_MS),
  })

/**
 * Whether a step that was begun by somebody who did not end it was done. What everybody sees is looked for by its mark. What one person
 * sees cannot be, and rather comes not at all than twice.
 */
const wasPosted = async (
  { now }: Deps,
  { look }: Pick<Step, 'look'>,
  since: Date,
): Promise<boolean> => {
  if (look === null) return true
  if (await look(since)) return true
  if (now().getTime() - since.getTime() < SETTLE_MS) throw settling(since)
  return false
}

/** Posts one message of an ask, whatever happened before: never twice, and again where it is certain that it was not posted. */
export const postOnce = async (
  deps: Deps,
  { scope, held, holder }: Pick<SlackWork, 'scope' | 'held' | 'holder'>,
  { name, post, look }: Step,
): Promise<void> => {
  const { unitOfWork, now } = deps
  const done = () =>
    unitOfWork.inTeam(scope, ({ slackAsks }) => slackAsks.noteStepDone(held.id, name))
  if (held.stepsDone.includes(name)) return
  if (held.step === name && held.stepSince !== null)
    if (await wasPosted(deps, { look }, held.stepSince)) return done()
  const isOurs = await unitOfWork.inTeam(scope, ({ slackAsks }) =>
    slackAsks.noteStep(held.id, holder, name, now()),
  )
  if (!isOurs) throw settling(now())
  try {
    await post()
  } catch (error) {
    if (error instanceof HostError && error.isUndone)
      await unitOfWork.inTeam(scope, ({ slackAsks }) => slackAsks.dropStep(held.id, holder))
    throw error
  }
  await done()
}
