import { newId } from '@teamlore/shared'
import { NO_SLOTS } from '@teamlore/shared/memories'
import { DEFAULT_POLICY } from '../../../packages/core/src/memories/gate.ts'
import { createMemory } from '../../../packages/core/src/memories/write-memory.ts'
import { guide, type MadeUp, memoryOf, statementOf } from './made-up-work.ts'
import type { Scene } from './scene.ts'

const MEMORIES_OF_A_TRANSACTION = 250
const ANALYSED_EVERY = 10
/** Each memory is some ten statements after one another, so that one alone mostly waits for the server. */
const TRANSACTIONS_AT_ONCE = 6
/** Of so many memories one waits for a person. */
const DRAFT_OF = 20

const mustSend = async (
  { send, recorder }: Scene,
  activity: string,
  ...[method, url, payload]: Parameters<Scene['send']>
): Promise<void> => {
  const { statusCode, body } = await recorder.during(activity, () => send(method, url, payload))
  if (statusCode >= 300) throw new Error(`${method} ${url}: ${body.slice(0, 500)}`)
}

/** Sessions and commits come in as agents send them, and are quiet since. */
export const bringIn = async (scene: Scene, { sessions, commits }: MadeUp): Promise<void> => {
  await mustSend(scene, 'memory files', 'PUT', '/v1/memory-files', guide('asks first'))
  const sendAll = async (activity: string, url: string, requests: readonly object[]) => {
    for (const [at, request] of requests.entries()) {
      await mustSend(scene, activity, 'POST', url, request)
      // Workers look every few seconds, for as long as tables grow.
      if (at % ANALYSED_EVERY === 0) await scene.analyse()
    }
  }
  await sendAll('ingest', '/v1/ingest', sessions)
  await sendAll('commits', '/v1/commits', commits)
  await scene.analyse()
  await scene.engine.db.execute(
    `update teamlore.sessions set updated_at = now() - interval '1 hour'`,
  )
}

/** Memories of one project, as the product writes them, but not compared each with all. */
export const remember = async (scene: Scene, count: number): Promise<void> => {
  const { unitOfWork, scope, teamId, userId } = scene
  const [project] = await scene.idsOf('projects')
  const writing = { teamId, by: userId, at: new Date(), ids: newId, policy: DEFAULT_POLICY }
  const madeOf = (n: number) => ({
    projectId: (project?.id ?? null) as never,
    privateTo: null,
    kind: memoryOf(n).kind,
    statement: statementOf(n),
    reason: memoryOf(n).reason,
    rejected: [],
    slots: NO_SLOTS,
    questions: [],
    origin: 'human' as const,
    authorId: userId,
    validFrom: new Date(),
    anchors: [],
    evidence: [],
    isDraft: n % DRAFT_OF === 0,
    note: null,
  })
  const write = (from: number) =>
    unitOfWork.inTeam(scope, async (repositories) => {
      const to = Math.min(count, from + MEMORIES_OF_A_TRANSACTION)
      for (let n = from; n < to; n++) await createMemory(repositories, writing, madeOf(n))
    })
  let next = 1
  const writeTheRest = async () => {
    while (next < count) {
      const from = next
      next += MEMORIES_OF_A_TRANSACTION
      await write(from)
      if (((from - 1) / MEMORIES_OF_A_TRANSACTION) % ANALYSED_EVERY === 0) await scene.analyse()
    }
  }
  await Promise.all(Array.from({ length: TRANSACTIONS_AT_ONCE }, writeTheRest))
  await scene.analyse()
  await mustSend(scene, 'one memory', 'POST', '/v1/memories', memoryOf(count))
}
