import type { UnitOfWork } from '@teamlore/db'
import type { Job } from '@teamlore/queue'

type System = Parameters<Parameters<UnitOfWork['asSystem']>[0]>[0]
export type Sweep = System['sweep']

export type Schedule = {
  name: string
  everyMs: number
  /** After the start of the process. */
  firstMs: number
  jobs: (sweep: Sweep, system: System) => Promise<Job[]>
}

/** What is pending for so long has lost its event or its job. */
export const FORGOTTEN_SECONDS = 120
export const MAX_SESSIONS = 500
export const MINUTE = 60_000
