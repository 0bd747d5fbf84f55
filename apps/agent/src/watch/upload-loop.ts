import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@teamlore/shared'
import type { CaptureRecord } from '../capture/capture-record.ts'
import { drain, type Troubles } from '../capture/drain.ts'
import type { ServerStorage } from '../capture/server-storage.ts'
import { createGraphLedger } from '../graph/graph-wishes.ts'
import { createMirrorLedger } from '../memory-files/mirror-ledger.ts'
import { createWaker } from '../pacing/waker.ts'
import type { Ledger, Ledgers } from '../payloads/deliver-payload.ts'
import { type Answers, PAYLOADS, type PlainKind } from '../payloads/payloads.ts'
import type { Spool } from '../spool/spool.ts'
import { backOff, noRetries } from '../wire/retry-policy.ts'
import type { WatchOptions } from './watch.types.ts'

type Deps = Pick<WatchOptions, 'client' | 'signal' | 'onEvent'> & {
  storage: ServerStorage
  spool: Spool
  record: CaptureRecord
  random: () => number
  clock: () => number
  now: () => Date
  /** Hears what was forgotten while the server was away, before anything is sent to it. */
  followTombstones: () => Promise<void>
  /** The server does not let this machine in. */
  onNoAccess: () => void
  /** The spool has become smaller. */
  onProgress: () => void
}

export type UploadLoop = ReturnType<typeof createUploadLoop>

const BOUNDS = { longestMs: 60_000 }

/**
 * Sends what comes into the spool, for as long as it takes: a server that is away is asked again and again, at growing
 * intervals. Reading goes on meanwhile.
 */
export const createUploadLoop = (deps: Deps) => {
  const { client, signal, storage, spool, record, onEvent } = deps
  const waker = createWaker()
  const ledgers = ledgersOf(deps)
  let failures = 0
  /** How often the server would have sessions, but not the rest; and until when that is not tried again. */
  let refusals = 0
  let restUntil = 0
  const isResting = () => deps.clock() < restUntil

  const send = async () => {
    if (failures > 0) await deps.followTombstones()
    return storage.lock.hold(() =>
      drain({
        ...(isResting() ? { kinds: ['sessions'] } : {}),
        client,
        ledgers,
        spool,
        store: storage.store,
        holdBack: storage.holdBack,
        signal,
        isWaitedFor: storage.lock.isWaitedFor,
        retryPolicy: noRetries(failures + refusals, { sleep }),
        ...reportingOf(deps, () => {
          if (failures > 0) onEvent({ kind: 'recovered' })
          failures = 0
        }),
      }),
    )
  }
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const { error, troubles } = await outcomeOf(send())
      if (signal.aborted) return
      await (error === undefined ? restAfter(troubles) : waitAfterFailure(error))
    }
  }
  const restAfter = async ([trouble]: ApiError[]): Promise<void> => {
    deps.onProgress()
    if (trouble !== undefined) pauseOthers(trouble)
    else if (!isResting()) refusals = 0
    // Else it stopped so that another process gets its turn.
    if (spool.first(isResting() ? 'sessions' : undefined) !== undefined) return
    await (isResting() ? waker.wait(signal, restUntil - deps.clock()) : waker.wait(signal))
  }
  /** Of what is no session. Sessions go on meanwhile. */
  const pauseOthers = (error: ApiError): void => {
    refusals++
    restUntil = deps.clock() + backOff(refusals, error, deps.random, BOUNDS)
  }
  const waitAfterFailure = async (error: unknown): Promise<void> => {
    failures++
    record.failed(error)
    const waitMs = backOff(failures, retryOf(error), deps.random, BOUNDS)
    onEvent({ kind: 'trouble', error, waitMs })
    if (error instanceof ApiError && (error.status === 401 || error.status === 403))
      deps.onNoAccess()
    await sleep(waitMs, signal)
  }
  return {
    /** Ends when the signal is aborted. */
    run,
    /** There is something to send. */
    wake: waker.wake,
    isInTrouble: (): boolean => failures > 0,
  }
}

const ledgersOf = ({ storage, now, onEvent }: Deps): Ledgers => {
  /** A refusal is an event, of whatever kind; each kind may keep books of its own beside it. */
  const saying = <K extends PlainKind>(
    kind: K,
    own: Ledger<Answers[K]> = {},
  ): Ledger<Answers[K]> => ({
    ...own,
    failed: async (batch, why) => {
      const { code, message, isRefused } = why
      if (isRefused) {
        const refusal = { native_id: batch.header.subject ?? '', status: 0, code, message }
        onEvent({ kind: 'refused', refusal, tool: PAYLOADS[kind].label })
      }
      await own.failed?.(batch, why)
    },
  })
  return {
    'memory-files': saying('memory-files', createMirrorLedger(storage.memoryFiles, now)),
    'code-graph': saying('code-graph', createGraphLedger(storage.root)),
    books: saying('books'),
    commits: saying('commits'),
  }
}

const outcomeOf = (sending: Promise<Troubles>) =>
  sending.then(
    (troubles) => ({ troubles: [...troubles.values()], error: undefined }),
    (reason: unknown) => ({ troubles: [], error: reason ?? new Error('unknown') }),
  )

const retryOf = (error: unknown): { retryAfterMs?: number | undefined } =>
  error instanceof ApiError ? error : {}

/** Until the time is over or nothing is to be waited for any more. */
const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
}

const reportingOf = ({ record, onEvent, onProgress }: Deps, arrived: () => void) => {
  const silent = () => undefined
  const reporting = record.alsoReporting({
    acknowledged: silent,
    failed: () => 0,
    requested: silent,
    sent: (_, messages) => onEvent({ kind: 'sent', messages }),
  })
  return {
    ...reporting,
    onAcknowledged: (...words: Parameters<typeof reporting.onAcknowledged>) => {
      arrived()
      reporting.onAcknowledged(...words)
      onProgress()
    },
    onRefused: (...[refusal, tool]: Parameters<typeof reporting.onRefused>) => {
      reporting.onRefused(refusal, tool)
      onEvent({ kind: 'refused', refusal, tool })
    },
  }
}
