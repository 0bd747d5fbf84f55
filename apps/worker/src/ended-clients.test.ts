import { createUnitOfWork } from '@teamlore/db'
import { createOwnTestDatabase, readAsOwner } from '@teamlore/db/testing'
import { expect, test } from 'vitest'
import { createSchedules, runSchedule } from './schedules.ts'

const HOUR = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms)

test('clients that nobody let in for a day, and tokens that ended, are forgotten without anybody asking', async () => {
  await using database = await createOwnTestDatabase()
  const { engine } = database
  const unitOfWork = createUnitOfWork(engine)
  await unitOfWork.asSystem(async ({ oauthClients, oauthTokens }) => {
    await oauthClients.add('old', {}, ago(25 * HOUR))
    await oauthClients.add('new', {}, ago(HOUR))
    const token = { kind: 'Interaction', grantId: null, payload: {} }
    await oauthTokens.put({ ...token, hash: 'ended', expiresAt: ago(HOUR) })
    await oauthTokens.put({ ...token, hash: 'holds', expiresAt: ago(-HOUR) })
  })
  const schedule = createSchedules().find(({ name }) => name.startsWith('forget clients'))
  if (schedule === undefined) throw new Error('There is no such schedule.')
  const publisher = { publishAll: async () => expect.unreachable('it needs no job') }
  await runSchedule({ unitOfWork, publisher }, schedule)
  const left = await readAsOwner(
    engine,
    'select id as name from teamlore.oauth_clients union select hash from teamlore.oauth_tokens order by 1',
  )
  expect(left.map(({ name }) => name)).toEqual(['holds', 'new'])
})
