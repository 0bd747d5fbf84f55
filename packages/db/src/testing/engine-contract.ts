import { afterAll, beforeAll, describe } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { describeGuards } from './guards-contract.ts'
import { describeMigrations } from './migrations-contract.ts'
import type { OpenEngine } from './open-engine.types.ts'
import { describeTeamSessions } from './team-session-contract.ts'
import { describeTransactions } from './transactions-contract.ts'
import { describeValues } from './values-contract.ts'

/** What both engines promise, on a bare database each. */
export const describeEngineContract = (name: string, open: OpenEngine): void => {
  describe(`engine on ${name}`, () => {
    let place: Awaited<ReturnType<OpenEngine>>
    beforeAll(async () => {
      place = await open()
    })
    afterAll(() => place.dispose())
    const engine = (): Engine => place.engine

    describeTransactions(engine)
    describeValues(engine)
    describeGuards(engine, open)
    describeMigrations(open)
    describeTeamSessions(engine)
  })
}
