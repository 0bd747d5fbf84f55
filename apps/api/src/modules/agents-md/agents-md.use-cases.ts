import {
  makeCheckAgentsMd,
  makeExportAgentsMd,
  makeGetAgentsMd,
  makeGetAgentsMdPolicy,
  makeImportAgentsMd,
  makeRemoveAgentsMdPolicy,
  makeSetAgentsMdPolicy,
} from '@teamlore/core/agents-md'
import type { Collaborators } from '../../platform/collaborators.ts'

/** What of the team's memories stands in the AGENTS.md of a repository, and what comes back from it. */
export const agentsMdUseCases = (deps: Collaborators) => ({
  getAgentsMd: makeGetAgentsMd(deps),
  checkAgentsMd: makeCheckAgentsMd(deps),
  exportAgentsMd: makeExportAgentsMd(deps),
  importAgentsMd: makeImportAgentsMd(deps),
  getAgentsMdPolicy: makeGetAgentsMdPolicy(deps),
  setAgentsMdPolicy: makeSetAgentsMdPolicy(deps),
  removeAgentsMdPolicy: makeRemoveAgentsMdPolicy(deps),
})

export type AgentsMdUseCases = ReturnType<typeof agentsMdUseCases>
