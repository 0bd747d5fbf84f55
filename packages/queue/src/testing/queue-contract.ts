import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { QueueConfig } from '../create-queue-backend.ts'
import { describeAllJobs } from './all-jobs-contract.ts'
import { describeClosing } from './closing-contract.ts'
import { describeDeadJobs } from './dead-jobs-contract.ts'
import { describeDelivery } from './delivery-contract.ts'
import { describeKeys } from './keys-contract.ts'
import { createQueueFixture, type Stand } from './queue-fixture.ts'
import { describeRunTime } from './run-time-contract.ts'
import { describeTurns } from './turns-contract.ts'

export type QueueTarget = {
  /** Where the jobs of this battery are kept; asked once. */
  open(): Promise<{ config: QueueConfig; close(): Promise<void> }>
}

/** What every queue backend promises. */
export const describeQueueContract = (name: string, target: QueueTarget): void => {
  describe(`queue on ${name}`, () => {
    let place: Awaited<ReturnType<QueueTarget['open']>>
    let stand: Stand
    beforeAll(async () => {
      place = await target.open()
    })
    afterAll(() => place.close())
    beforeEach(async () => {
      stand = await createQueueFixture(place.config)
    })
    afterEach(() => stand.clear())

    describeDelivery(() => stand)
    describeDeadJobs(() => stand)
    describeKeys(() => stand)
    describeClosing(() => stand)
    describeRunTime(() => stand)
    describeTurns(() => stand)
    describeAllJobs(() => stand)
  })
}
