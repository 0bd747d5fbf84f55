import type { DbExecutor } from './engine/engine.types.ts'
import { createBootRepository } from './repositories/boot.repository.ts'

/** Repositories that stand above teams. Nothing here may answer a person's question. */
export const systemRepositoriesOn = (tx: DbExecutor) => ({
  boot: createBootRepository(tx),
})

export type SystemRepositories = ReturnType<typeof systemRepositoriesOn>
