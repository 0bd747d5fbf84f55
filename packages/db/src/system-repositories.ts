import type { TeamId } from '@teamlore/shared'
import type { DbScope } from './db-scope.ts'
import type { DbExecutor } from './engine/engine.types.ts'
import { createAuditRepository } from './repositories/audit.repository.ts'
import { createBootRepository } from './repositories/boot.repository.ts'
import { createBrowserSessionRepository } from './repositories/browser-sessions.repository.ts'
import { createCredentialRepository } from './repositories/credentials.repository.ts'
import { createDeviceCodeRepository } from './repositories/device-codes.repository.ts'
import { createIdentityRepository } from './repositories/identities.repository.ts'
import { createPasskeyRepository } from './repositories/passkeys.repository.ts'
import { createPersonRepository } from './repositories/persons.repository.ts'
import { createRelayRepository } from './repositories/relay.repository.ts'
import { createSignInAttemptRepository } from './repositories/sign-in-attempts.repository.ts'
import { createAllSignInProviders } from './repositories/sign-in-providers.repository.ts'
import { createSweepRepository } from './repositories/sweep.repository.ts'
import { createWorkerReportRepository } from './repositories/worker-reports.repository.ts'

/** Repositories that stand above teams. Nothing here may answer a person's question, but for what is theirs in all teams. */
export const systemRepositoriesOn = (tx: DbExecutor) => ({
  auditOf: (teamId: TeamId, given?: DbScope['given']) =>
    createAuditRepository(tx, { teamId, given }),
  boot: createBootRepository(tx),
  browserSessions: createBrowserSessionRepository(tx),
  credentials: createCredentialRepository(tx),
  deviceCodes: createDeviceCodeRepository(tx),
  identities: createIdentityRepository(tx),
  passkeys: createPasskeyRepository(tx),
  persons: createPersonRepository(tx),
  relay: createRelayRepository(tx),
  signInAttempts: createSignInAttemptRepository(tx),
  signInProviders: createAllSignInProviders(tx),
  sweep: createSweepRepository(tx),
  workerReports: createWorkerReportRepository(tx),
})

export type SystemRepositories = ReturnType<typeof systemRepositoriesOn>
