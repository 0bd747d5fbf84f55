import type { Engine } from '@teamlore/db'
import { createTestTeam, readAsOwner } from '@teamlore/db/testing'
import type { IngestSession } from '@teamlore/shared'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { makeIngest } from '../ingest/ingest.ts'
import { buildRequest } from './ingest-builders.ts'

type StoredMessage = { key: string; ordinal: number; words: string; is_abandoned: boolean }

/** A team with one member who sends sessions, and ways to look at what the database holds of it. */
export const createIngestWorld = async (engine: Engine) => {
  const team = await createTestTeam(engine)
  const member = await team.addMember('member')
  const principal = { ...member, actor: { kind: 'user', via: 'api_key' } } as const
  const scope = grantTeamScope(principal, 'member')
  const ingest = makeIngest({ unitOfWork: team.unitOfWork })
  const ofTeam = (table: string) => `teamlore.${table} where team_id = '${team.teamId}'`
  return {
    team,
    member,
    principal,
    scope,
    ingest,
    send: (...sessions: IngestSession[]) => ingest(scope, buildRequest(...sessions)),
    messages: () =>
      readAsOwner<StoredMessage>(
        engine,
        `select key, ordinal, blocks->0->>'text' as words, is_abandoned
         from ${ofTeam('messages')} order by ordinal, id`,
      ),
    keys: async () =>
      (
        await readAsOwner<{ key: string }>(
          engine,
          `select key from ${ofTeam('messages')} order by ordinal, id`,
        )
      ).map(({ key }) => key),
    rowsOf: (table: string, columns = '*') =>
      readAsOwner(engine, `select ${columns} from ${ofTeam(table)} order by 1`),
    count: async (table: string) =>
      (await readAsOwner<{ n: number }>(engine, `select count(*) as n from ${ofTeam(table)}`))[0]
        ?.n,
  }
}

export type IngestWorld = Awaited<ReturnType<typeof createIngestWorld>>
