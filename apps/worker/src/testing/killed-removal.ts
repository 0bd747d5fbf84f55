import type { Engine } from '@teamlore/db'
import type { JobHandlers, JobName } from '@teamlore/queue'
import { startWorker } from '../start-worker.ts'
import { type CrashPlace, openCrashPlace } from './crash-child.ts'

/**
 * A worker process to be killed in the middle of a job that removes something: in its nth transaction, with all of it done and
 * nothing of it committed, or right after the commit. It says "stuck" and goes no further; "ended" where the job had fewer.
 * argv[2]: JSON of a `RemovalCrash`.
 */

export type RemovalCrash = {
  place: CrashPlace
  job: Extract<JobName, 'purge-deletion' | 'apply-retention'>
  transaction: number
  when: 'before commit' | 'after commit'
}

const isCrash = (value: unknown): value is RemovalCrash =>
  typeof value === 'object' && value !== null && 'place' in value && 'transaction' in value

const forEver = async (): Promise<never> => {
  process.stdout.write('stuck\n')
  return new Promise(() => {})
}

/** An engine whose nth transaction since the job began never ends. */
const stuckIn = (engine: Engine, { transaction, when }: RemovalCrash, isAtIt: () => boolean) => {
  let begun = 0
  const run: Engine['transaction'] = async (work, opening) => {
    const isMeant = isAtIt() && ++begun === transaction
    if (!isMeant) return engine.transaction(work, opening)
    if (when === 'after commit') {
      await engine.transaction(work, opening)
      return forEver()
    }
    return engine.transaction(async (tx) => {
      await work(tx)
      return forEver()
    }, opening)
  }
  return Object.assign(Object.create(engine), { transaction: run }) as Engine
}

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** Only when run as a program: the test imports from here too. */
if (/killed-removal\.(?:ts|mjs)$/.test(process.argv[1] ?? '')) {
  const crash: unknown = JSON.parse(process.argv[2] ?? 'null')
  if (!isCrash(crash)) throw new Error('argv[2] must say where to crash')
  const { engine, queue } = await openCrashPlace(crash.place)
  let isAtIt = false
  const wrap = (handlers: JobHandlers): JobHandlers => {
    const handle = handlers[crash.job] as (payload: never, context: never) => Promise<void>
    const watched = async (payload: never, context: never): Promise<void> => {
      isAtIt = true
      await handle(payload, context)
      process.stdout.write('ended\n')
    }
    return Object.assign({}, handlers, { [crash.job]: watched })
  }
  await startWorker({
    engine: stuckIn(engine, crash, () => isAtIt),
    queue,
    embedder: undefined,
    log,
    lockDurationMs: 2_000,
    wrap,
  })
}
