import type { Project, Stats, TeamRole, UserId } from '@teamlore/shared'
import type { UserKind } from '@teamlore/shared/people'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { SERVED } from '../observations/served.ts'
import { isKnown, isOwnPath } from '../projects/filter.ts'
import { sessionsTable } from '../sessions/table.ts'
import { decoded, orNull, text, textOf } from '../sql/decode.ts'
import { allOf, cutPage, type IdKey, iso, type PageOf, type PageRequest } from '../sql/page.ts'
import { teamsTable } from '../teams/table.ts'

/** Rows in descending order of id that come after `key`. */
const olderThan = (key: IdKey | undefined) =>
  key === undefined ? undefined : sql`x.id < ${key.id}`

export type MachineListItem = {
  id: string
  name: string
  platform: string
  agent_version: string
  owner: { id: string; name: string }
  sessions: number
  last_seen_at: string | null
}

export type ApiKeyListItem = {
  id: string
  name: string
  role: TeamRole
  hint: string
  machine_id: string | null
  user: { id: string; name: string }
  made_by: { id: string; name: string } | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}

type MachineRow = Omit<MachineListItem, 'owner'> & { owner_id: string; owner_name: string }

const toMachine = ({ owner_id, owner_name, ...rest }: MachineRow): MachineListItem => ({
  ...rest,
  owner: { id: owner_id, name: owner_name },
})

/**
 * With its folder on a machine of the asker, where there is one. Of one that is closed to the asker neither the sessions nor the
 * folders are theirs to see.
 */
const PROJECT = sql`
  select p.id, p.name, p.remote_url, path.root_path, p.default_visibility, p.is_restricted,
    p.id = any((select teamlore.closed_projects())::text[]) as is_closed_to_you, p.keeps_worktrees_apart, p.links_from,
    p.shares_code,
    coalesce(n.sessions, 0) as sessions, ${iso(sql`n.last_activity`)} as last_activity_at
  from teamlore.projects p
  left join lateral (select count(*) filter (where s.started_by = 'person') as sessions, max(s.activity_at) as last_activity
    from teamlore.sessions s where s.team_id = p.team_id and s.project_id = p.id) n on true
  left join lateral (select k.root_path from teamlore.project_paths k
    where k.team_id = p.team_id and k.project_id = p.id order by ${isOwnPath} desc, k.root_path limit 1) path on true`

const keyOf = ({ id }: { id: string }): IdKey => ({ id })

const createProjectReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What the asker may know of; and what is restricted, which row-level security shows to those who decide of it. */
  async projects({ limit, after }: PageRequest<IdKey>): Promise<PageOf<Project, IdKey>> {
    const found = await rows<Project>(
      tx,
      sql`
      ${PROJECT} where ${allOf([
        sql`p.team_id = ${teamId}`,
        sql`(p.is_restricted or ${isKnown})`,
        after && sql`p.id < ${after.id}`,
      ])}
      order by p.id desc limit ${limit + 1}`,
    )
    return cutPage(found, limit, (row) => ({ ...row }), keyOf)
  },

  async project(id: string): Promise<Project | undefined> {
    const [row] = await rows<Project>(
      tx,
      sql`
      ${PROJECT} where p.team_id = ${teamId} and p.id = ${id} and (p.is_restricted or ${isKnown})`,
    )
    return row && { ...row }
  },
})

export const createTeamReadModel = (tx: DbExecutor, scope: DbScope) => ({
  ...createProjectReads(tx, scope),
  ...createTeamName(tx, scope),
  ...createTeamReads(tx, scope),
})

const createTeamName = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What the team is called, also where nobody asks. */
  async name(): Promise<string> {
    const [row] = await tx
      .select({ name: teamsTable.name })
      .from(teamsTable)
      .where(eq(teamsTable.id, teamId))
    return row?.name ?? ''
  },
})

const createTeamReads = (tx: DbExecutor, { teamId, userId }: DbScope) => ({
  async machines({ limit, after }: PageRequest<IdKey>): Promise<PageOf<MachineListItem, IdKey>> {
    const found = await rows<MachineRow>(
      tx,
      sql`
      select x.id, x.name, x.platform, x.agent_version, x.user_id as owner_id,
        coalesce(u.name, 'Former member') as owner_name, ${iso(sql`x.last_seen_at`)} as last_seen_at,
        (select count(*) from teamlore.sessions s
          where s.team_id = x.team_id and s.machine_id = x.id) as sessions
      from teamlore.machines x left join teamlore.users u on u.id = x.user_id
      where ${allOf([sql`x.team_id = ${teamId}`, olderThan(after)])}
      order by x.id desc limit ${limit + 1}`,
    )
    return cutPage(found, limit, toMachine, keyOf)
  },

  /** `of`: those of this person alone. */
  async apiKeys({
    limit,
    after,
    of,
  }: PageRequest<IdKey> & { of?: UserId | undefined }): Promise<PageOf<ApiKeyListItem, IdKey>> {
    const found = await rows<ApiKeyListItem>(
      tx,
      sql`
      select x.id, x.name, x.role, x.hint, x.machine_id, ${iso(sql`x.created_at`)} as created_at,
        ${iso(sql`x.last_used_at`)} as last_used_at, ${iso(sql`x.expires_at`)} as expires_at,
        ${iso(sql`x.revoked_at`)} as revoked_at,
        jsonb_build_object('id', x.user_id, 'name', coalesce(u.name, 'Former member')) as "user",
        case when x.created_by is not null then jsonb_build_object('id', x.created_by,
          'name', coalesce(c.name, 'Former member')) end as made_by
      from teamlore.api_keys x
      left join teamlore.users u on u.id = x.user_id
      left join teamlore.users c on c.id = x.created_by
      where ${allOf([sql`x.team_id = ${teamId}`, of && sql`x.user_id = ${of}`, olderThan(after)])}
      order by x.id desc limit ${limit + 1}`,
    )
    return cutPage(found, limit, (row) => ({ ...row }), keyOf)
  },

  /** The team and the user of this scope, with the machine when there is one. */
  async whoAmI(machineId: string | null) {
    const [row] = await decoded(
      tx,
      {
        team_name: text,
        user_name: text,
        email: orNull(text),
        kind: textOf<UserKind>(),
        machine_name: orNull(text),
      },
      sql`
      select t.name as team_name, u.name as user_name, u.email, u.kind, m.name as machine_name
      from teamlore.teams t
      join teamlore.users u on u.id = ${userId}
      left join teamlore.machines m on m.id = ${machineId}::text and m.team_id = t.id
      where t.id = ${teamId}`,
    )
    return row
  },

  /** Figures over what this user may see. */
  async stats(): Promise<Stats> {
    const [totals] = await rows<Omit<Stats, 'tools'>>(
      tx,
      sql`
      select count(*) as sessions, coalesce(sum(message_count), 0)::bigint as messages,
        coalesce(sum(prompt_count) filter (where kind <> 'compaction'), 0)::bigint as prompts,
        (select count(*) from teamlore.observations
          where team_id = ${teamId} and superseded_at is null) as observations,
        (select count(*) from teamlore.observations o
          where o.team_id = ${teamId} and ${SERVED}) as findings,
        (select count(*) from teamlore.summaries
          where team_id = ${teamId} and superseded_at is null) as summaries,
        (select count(*) from teamlore.documents where team_id = ${teamId}) as documents,
        (select coalesce(max(n), 0) from (select count(*) as n from teamlore.document_vectors
          where team_id = ${teamId} group by space) as by_space) as embedded,
        (select count(*) from teamlore.projects p where p.team_id = ${teamId} and ${isKnown}) as projects
      from teamlore.sessions where team_id = ${teamId}`,
    )
    const { tool, startedBy } = sessionsTable
    const tools = await tx
      .select({ tool, sessions: count() })
      .from(sessionsTable)
      .where(and(eq(sessionsTable.teamId, teamId), eq(startedBy, 'person')))
      .groupBy(tool)
      .orderBy(desc(count()), tool)
    return {
      sessions: 0,
      messages: 0,
      prompts: 0,
      observations: 0,
      findings: 0,
      summaries: 0,
      documents: 0,
      embedded: 0,
      projects: 0,
      ...totals,
      tools: tools.map(({ tool, sessions }) => ({ tool, sessions })),
    }
  },
})
