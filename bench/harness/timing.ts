import { setTimeout } from 'node:timers/promises'
import type { Engine } from '@teamlore/db'
import { databaseCpu } from './database-cpu.ts'
import { createRandom } from './random.ts'

/** Who asks: so many at a time, each waiting about so long between an answer and the next question. */
export type Load = { users: number; pauseMs: number }
export const ALONE: Load = { users: 1, pauseMs: 0 }

/** Times of calls, and the processor time of one: this process's, and the server's where it can be seen. */
export type Timing = { ms: number[]; cpuMs: number; databaseMs: number | undefined }

/** Times `count` calls under a load. */
export const time = async (
  engine: Engine,
  count: number,
  { users, pauseMs }: Load,
  call: (index: number) => Promise<unknown>,
): Promise<Timing> => {
  const ms: number[] = []
  let next = 0
  const user = async (_: unknown, number: number): Promise<void> => {
    const random = createRandom(number)
    const pause = () => setTimeout(-Math.log(1 - random.next()) * pauseMs)
    for (let index = next++; index < count; index = next++) {
      if (pauseMs > 0) await pause()
      const began = performance.now()
      await call(index)
      ms.push(performance.now() - began)
    }
  }
  const database = await databaseCpu(engine)
  const cpu = process.cpuUsage()
  await Promise.all(Array.from({ length: users }, user))
  const used = process.cpuUsage(cpu)
  const after = await databaseCpu(engine)
  return {
    ms,
    cpuMs: (used.user + used.system) / 1_000 / Math.max(1, count),
    databaseMs:
      database === undefined || after === undefined
        ? undefined
        : (after - database) / Math.max(1, count),
  }
}
