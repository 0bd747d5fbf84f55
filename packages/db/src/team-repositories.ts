import type { DbScope } from './db-scope.ts'
import type { DbExecutor } from './engine/engine.types.ts'
import { createDocumentRepository } from './repositories/documents.repository.ts'
import { createOutboxRepository } from './repositories/outbox.repository.ts'

/** Every repository of a team: each is bound to the transaction and its scope, so no method can forget the team. */
export const teamRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  documents: createDocumentRepository(tx, scope),
  outbox: createOutboxRepository(tx, scope),
})

export type TeamRepositories = ReturnType<typeof teamRepositoriesOn>
