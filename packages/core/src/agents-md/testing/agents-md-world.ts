import type { TestDatabase } from '@teamlore/db/testing'
import { type RememberRequest, rememberRequestSchema } from '@teamlore/shared/memories'
import { grantTeamScope, type TeamScope } from '../../identity/teams/team-scope.ts'
import { makeGetMemory } from '../../memories/get-memory.ts'
import { makeListMemories } from '../../memories/list-memories.ts'
import { makeRemember } from '../../memories/remember.ts'
import { makeReviewMemories } from '../../memories/review-memories.ts'
import { makeListProjects } from '../../projects/list-projects.ts'
import { createSearchWorld } from '../../search/testing/search-world.ts'
import { buildSession } from '../../testing/ingest-builders.ts'
import {
  makeCheckAgentsMd,
  makeExportAgentsMd,
  makeGetAgentsMd,
  makeImportAgentsMd,
} from '../index.ts'

export const repository = (name: string) => ({
  remote_url: `https://github.com/acme/${name}.git`,
  root_commit: null,
  root_path: `/home/ann/${name}`,
})

/** A team with two projects, whose member writes memories and files, and whose owner may read all. */
export const createAgentsMdWorld = async (database: TestDatabase) => {
  const world = await createSearchWorld(database.engine)
  await world.send(
    buildSession({ native_id: 'h', project: repository('harbour') }),
    buildSession({ native_id: 'm', project: repository('merger') }),
  )
  const { items } = await makeListProjects(world)(world.scope, { limit: 50 })
  const idOf = (name: string) => items.find((project) => project.name === `acme/${name}`)?.id ?? ''
  const harbour = idOf('harbour')
  const owner = { ...(await world.team.addMember('owner', 'Olga')) }
  const remember = (
    statement: string,
    more: Partial<RememberRequest> = {},
    scope: TeamScope<'member'> = world.scope,
  ) =>
    makeRemember(world)(
      scope,
      rememberRequestSchema.parse({ statement, project: harbour, ...more }),
    )
  return {
    ...world,
    harbour,
    merger: idOf('merger'),
    admin: grantTeamScope({ ...owner, actor: { kind: 'user', via: 'api_key' } }, 'owner'),
    remember,
    section: (id = harbour, scope: TeamScope = world.scope) =>
      makeGetAgentsMd(world)(scope, { id }),
    exportTo: (text = '', said: string[] = []) =>
      makeExportAgentsMd(world)(world.scope, { id: harbour, text, said }),
    check: (text: string, said: string[] = []) =>
      makeCheckAgentsMd(world)(world.scope, { id: harbour, text, said }),
    importFrom: (text: string, more: { allow_deletions?: boolean } = {}) =>
      makeImportAgentsMd(world)(world.scope, { id: harbour, text, said: [], ...more }),
    memory: (id: string) => makeGetMemory(world)(world.scope, { id }),
    memories: async () => (await makeListMemories(world)(world.scope, { limit: 50 })).items,
    approve: (...ids: string[]) =>
      makeReviewMemories(world)(world.scope, { ids, decision: 'approve', reason: '' }),
  }
}

export type AgentsMdWorld = Awaited<ReturnType<typeof createAgentsMdWorld>>
