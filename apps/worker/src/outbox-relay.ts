import type { RelayedEvent, UnitOfWork } from '@teamlore/db'
import type { Publisher, QueueHealth, QueueLog } from '@teamlore/queue'
import { startPulse } from './pulse.ts'
import { type Action, reactTo } from './reactions.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  publisher: Pick<Publisher, 'publishAll'>
  queueHealth: Pick<QueueHealth, 'retryDead'>
  log: QueueLog
  /** An error's words, fit for a log. */
  explain: (error: unknown) => string
  /** Called after each look into the outbox. */
  onTick: () => void
  /** How long a relay that died holds its events. */
  claimMs?: number
}

const BATCH = 100
/** Longer than handing on a batch takes. */
const CLAIM_MS = 30_000
const POLL_MS = 1_000

type Sorted = { done: number[]; actions: Action[] }

/**
 * Turns committed events into jobs, at least once: an event is deleted only after the queue has its jobs. Between the
 * two the relay may die, then the jobs are published again; their keys make that harmless.
 */
export const startOutboxRelay = (deps: Deps) => {
  const { unitOfWork, log, explain, onTick, claimMs = CLAIM_MS } = deps
  const warned = new Set<number>()

  const sort = (events: readonly RelayedEvent[]): Sorted => {
    const sorted: Sorted = { done: [], actions: [] }
    for (const event of events) {
      const reacted = reactTo(event)
      const about = { event: event.id, type: event.type, team: event.teamId }
      if (reacted.known) {
        sorted.done.push(event.id)
        sorted.actions.push(...reacted.actions)
      } else if (reacted.because === 'bad-payload') {
        sorted.done.push(event.id)
        log.error(about, 'an event cannot be read and was dropped')
      } else if (!warned.has(event.id)) {
        // Left for a worker of a newer version; its claim runs out by itself.
        warned.add(event.id)
        log.warn(about, 'an event of an unknown type waits for a newer worker')
      }
    }
    return sorted
  }

  const relay = async (): Promise<number> => {
    const events = await unitOfWork.asSystem(({ relay: outbox }) =>
      outbox.claim({ limit: BATCH, seconds: claimMs / 1_000 }),
    )
    onTick()
    if (events.length === 0) return 0
    const { done, actions } = sort(events)
    try {
      await act(deps, actions)
    } catch (error) {
      await unitOfWork.asSystem(({ relay: outbox }) => outbox.release(done))
      throw error
    }
    await unitOfWork.asSystem(({ relay: outbox }) => outbox.remove(done))
    return events.length
  }

  return startPulse({
    everyMs: POLL_MS,
    beat: async () => {
      while ((await relay()) === BATCH);
    },
    onError: (error) =>
      log.warn({ reason: explain(error) }, 'the outbox could not be relayed; trying again'),
  })
}

const act = async ({ publisher, queueHealth, log }: Deps, actions: readonly Action[]) => {
  await publisher.publishAll(
    actions.flatMap((action) => (action.do === 'publish' ? [action.job] : [])),
  )
  for (const action of actions) {
    if (action.do !== 'retry') continue
    const { jobId, teamId } = action
    const isRetried = await queueHealth.retryDead(jobId, { teamId })
    log.info({ jobId, team: teamId, isRetried }, 'a dead job was asked for again')
  }
}
