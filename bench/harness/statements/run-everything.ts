import { createSchedules, runSchedule } from '../../../apps/worker/src/schedules.ts'
import type { Job } from '../../../packages/queue/src/index.ts'
import { askEverything } from './every-read.ts'
import { LANGUAGE, type Scene } from './scene.ts'

/** Every job over everything there is, in the order in which events would cause them. */
const jobsOf = async ({ teamId: team_id, idsOf }: Scene): Promise<Job[]> => {
  const sessions = (await idsOf('sessions')).map(({ id }) => ({ team_id, session_id: id }) as never)
  const projects = (await idsOf('projects')).map(({ id }) => ({ team_id, project_id: id }) as never)
  const files = (await idsOf('memory_files')).map(
    ({ id }) => ({ team_id, memory_file_id: id }) as never,
  )
  const team = { team_id }
  const each = (name: Job['name'], payloads: readonly never[]): Job[] =>
    payloads.map((payload) => ({ name, payload }) as Job)
  return [
    { name: 'refresh-lexeme-stats', payload: team },
    ...each('distil-session', sessions),
    ...each('link-session', sessions),
    ...each('link-commits', projects),
    ...each('curate-project', projects),
    ...each('distil-by-model', sessions),
    ...each('index-messages', sessions),
    ...each('index-memory-file', files),
    { name: 'judge-memories', payload: team },
    { name: 'write-questions', payload: team },
    { name: 'embed-documents', payload: team },
    { name: 'refresh-lexeme-stats', payload: team },
  ]
}

/** Everything that is scheduled is looked for, as each worker does; of what is found, nothing is done here. */
const sweep = async ({ recorder, unitOfWork }: Scene): Promise<void> => {
  const publisher = { publishAll: async () => {} }
  for (const schedule of createSchedules(LANGUAGE))
    await recorder.during(`sweep ${schedule.name}`, () =>
      runSchedule({ unitOfWork, publisher }, schedule),
    )
}

/** Jobs, sweeps and reads, with the time each job took for who looks on. @returns what could not be asked. */
export const runEverything = async (
  scene: Scene,
  onTime: (what: string, ms: number) => void = () => {},
): Promise<string[]> => {
  await sweep(scene)
  for (const job of await jobsOf(scene)) {
    const began = performance.now()
    await scene.run(job)
    onTime(job.name, performance.now() - began)
  }
  await scene.analyse()
  await sweep(scene)
  return askEverything(scene)
}
