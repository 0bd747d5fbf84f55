import type { Clock } from '@teamlore/core'
import type { UnitOfWork } from '@teamlore/db'

/** What use cases are made of that answer people and take in what machines send. */
export type Collaborators = {
  unitOfWork: UnitOfWork
  /** Of what machines send: it goes behind what people wait for. */
  machines: UnitOfWork
  now: Clock
}
