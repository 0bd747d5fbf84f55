import { createUnitOfWork } from '@teamlore/db'
import { createOwnTestDatabase, createTestTeam, readAsOwner } from '@teamlore/db/testing'
import type { Job } from '@teamlore/queue'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { composeWorker } from './compose.ts'
import { createSchedules, runSchedule } from './schedules.ts'

type Database = Awaited<ReturnType<typeof createOwnTestDatabase>>

let database: Database
let teamId: string
const sql = (text: string) => readAsOwner(database.engine, text)

beforeAll(async () => {
  database = await createOwnTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECTS = ['holds', 'later', 'none'] as const
const idOf = (name: string) => `prj_${name.padEnd(26, '0')}`

beforeEach(async () => {
  await sql('delete from teamlore.projects returning 1')
  teamId = (await createTestTeam(database.engine)).teamId
  for (const name of PROJECTS)
    await sql(
      `insert into teamlore.projects (id, team_id, identity, name) values ('${idOf(name)}', '${teamId}', 'git:${name}', '${name}') returning 1`,
    )
  for (const [name, from] of [
    ['holds', "now() - interval '1 minute'"],
    ['later', "now() + interval '1 hour'"],
  ])
    await sql(
      `insert into teamlore.retention_policies (project_id, team_id, days, keeps_prompts, set_by, set_at, effective_at)
        values ('${idOf(name ?? '')}', '${teamId}', 120, true, 'usr_x', now(), ${from}) returning 1`,
    )
})

test('projects whose policy holds are seen to once an hour, and no others', async () => {
  const schedule = createSchedules().find(({ name }) => name.startsWith('apply the retention'))
  if (schedule === undefined) throw new Error('There is no such schedule.')
  const made: Job[] = []
  const publisher = { publishAll: async (jobs: readonly Job[]) => void made.push(...jobs) }
  await runSchedule({ unitOfWork: createUnitOfWork(database.engine), publisher }, schedule)
  expect(made).toEqual([
    { name: 'apply-retention', payload: { team_id: teamId, project_id: idOf('holds') } },
  ])
  expect(schedule.everyMs).toBe(3_600_000)
})

test('a job of a project without a policy, or of one that is removed, does nothing', async () => {
  const { handlers } = composeWorker(database.engine, undefined)
  const context = { signal: new AbortController().signal, isTimeUp: () => false } as never
  for (const name of ['none', 'later', 'nowhere'])
    await handlers['apply-retention']({ team_id: teamId, project_id: idOf(name) } as never, context)
  expect(await sql('select 1 from teamlore.retention_runs')).toEqual([])
})
