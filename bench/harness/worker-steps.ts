import {
  makeCurateProject,
  makeEmbedDocuments,
  makeListProjects,
  type TextEmbedder,
} from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { BenchTeam, BenchWorld } from './bench-world.ts'

/** Embeds whatever of a team has no vector; without an embedder nothing. */
export const embedAll = async (
  { unitOfWork, engine }: BenchWorld,
  { systemScope }: BenchTeam,
  embedder: TextEmbedder | undefined,
): Promise<void> => {
  if (embedder === undefined) return
  const registerSpace = () => registerEmbeddingSpace(engine, embedder.space)
  const embed = makeEmbedDocuments({ unitOfWork, embedder, batchSize: 32, registerSpace })
  await embed(systemScope)
}

/** Curates each project of a team until nothing waits, and sums up what became of the findings. */
export const curateAll = async (
  { unitOfWork }: BenchWorld,
  { scope, systemScope }: BenchTeam,
): Promise<Record<string, number>> => {
  const curate = makeCurateProject({ unitOfWork })
  const all: Record<string, number> = {}
  const { items } = await makeListProjects({ unitOfWork })(scope, { limit: 100 })
  for (const { id } of items) {
    const asked = { projectId: id as ProjectId, idleSeconds: 0, turns: 1 }
    for (let isLeft = true; isLeft; ) {
      const { sessions, ...outcomes } = await curate(systemScope, asked)
      for (const [what, count] of Object.entries(outcomes)) all[what] = (all[what] ?? 0) + count
      isLeft = sessions > 0
    }
  }
  return all
}
