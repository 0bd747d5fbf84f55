import type { TeamId } from '@teamlore/shared'
import type { DbExecutor } from './engine/engine.types.ts'
import { createAuditRepository } from './repositories/audit.repository.ts'
import { createBootRepository } from './repositories/boot.repository.ts'
import { createCredentialRepository } from './repositories/credentials.repository.ts'
import { createRelayRepository } from './repositories/relay.repository.ts'
import { createSweepRepository } from './repositories/sweep.repository.ts'
import { createWorkerReportRepository } from './repositories/worker-reports.repository.ts'

/** Repositories that stand above teams. Nothing here may answer a person's question. */
export const systemRepositoriesOn = (tx: DbExecutor) => ({
  auditOf: (teamId: TeamId) => createAuditRepository(tx, { teamId }),
  boot: createBootRepository(tx),
  credentials: createCredentialRepository(tx),
  relay: createRelayRepository(tx),
  sweep: createSweepRepository(tx),
  workerReports: createWorkerReportRepository(tx),
})

export type SystemRepositories = ReturnType<typeof systemRepositoriesOn>
