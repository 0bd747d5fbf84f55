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
