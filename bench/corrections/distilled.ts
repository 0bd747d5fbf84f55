import {
  createExtractiveDistiller,
  createSentenceVectors,
  makeDistilSession,
  type TextEmbedder,
} from '@teamlore/core'
import { makeDistilByModel } from '@teamlore/core/distil-by-model'
import { makeJudgeMemories } from '@teamlore/core/judging'
import { makeWriteQuestions } from '@teamlore/core/memory-questions'
import type { AskModel } from '@teamlore/core/usage'
import type { SessionId } from '@teamlore/shared'
import type { BenchWorld } from '../harness/bench-world.ts'
import type { LoadedCorpus } from '../harness/load-corpus.ts'
import { readRows } from '../harness/read-rows.ts'
import { curateAll, embedAll } from '../harness/worker-steps.ts'

/** Distils each session of a project in the order they were said, by rules and by a model, and curates what was found. */
export const distilCorpus = async (
  world: BenchWorld,
  { team }: LoadedCorpus,
  { embedder, ask }: { embedder: TextEmbedder; ask: AskModel },
): Promise<void> => {
  const { unitOfWork } = world
  // As every new team has it.
  await world.engine.db.execute(
    `update teamlore.teams set serves_unreviewed = true where id = '${team.teamId}'`,
  )
  const distiller = createExtractiveDistiller({ vectors: createSentenceVectors(embedder) })
  const byRules = makeDistilSession({ unitOfWork, distiller })
  const byModel = makeDistilByModel({ unitOfWork, askModel: ask })
  const sessions = await readRows<{ id: SessionId }>(
    world,
    `select id from teamlore.sessions where team_id = '${team.teamId}' order by started_at, id`,
  )
  for (const { id: sessionId } of sessions) {
    await byRules(team.systemScope, { sessionId })
    await byModel(team.systemScope, { sessionId })
  }
  await embedAll(world, team, embedder)
  await curateAll(world, team)
  await embedAll(world, team, embedder)
}

/** Has the model ask what each memory answers, and say how memories stand to each other, run by run, as the jobs do. */
export const judgeCorpus = async (
  world: BenchWorld,
  { team }: LoadedCorpus,
  { embedder, ask }: { embedder: TextEmbedder; ask: AskModel },
): Promise<void> => {
  const deps = { unitOfWork: world.unitOfWork, askModel: ask }
  for (const work of [makeWriteQuestions(deps), makeJudgeMemories(deps)]) {
    for (let memories = 1; memories > 0; ) {
      memories = (await work(team.systemScope)).memories
      await embedAll(world, team, embedder)
    }
  }
}

/** Which message each memory and finding was made of, by its id: each message is a session of its own. */
export const madeOf = async (
  world: BenchWorld,
  { team, idOf }: LoadedCorpus,
): Promise<Map<string, string>> => {
  const rows = await readRows<{ id: string; message: string }>(
    world,
    `select e.memory_id as id, e.ref as message from teamlore.memory_evidence e
       where e.team_id = '${team.teamId}' and e.position = 0
     union all select o.id, g.id from teamlore.observations o
       join teamlore.messages g on g.session_id = o.session_id where o.team_id = '${team.teamId}'`,
  )
  return new Map(rows.map(({ id, message }) => [id, idOf.get(message) ?? '']))
}
