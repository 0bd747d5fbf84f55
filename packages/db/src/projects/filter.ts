import { type SQL, sql } from 'drizzle-orm'

/** How people name a project. `identity`: the normalised form of a remote URL, when it is one. */
export type ProjectFilter = { value: string; identity: string | null }

/** Whether `k`, a row of `project_paths`, is a folder of one of the asker's own machines. */
export const isOwnPath: SQL = sql`exists (select from teamlore.machines m
  where m.team_id = k.team_id and m.id = k.machine_id and m.user_id = current_setting('app.user_id', true))`

/**
 * Whether the asker may know of `p`, a row of `projects`: something that they may see stands in it, or a machine of theirs has it.
 * The name of a project in which another member works in private is theirs. Row-level security judges what is looked at.
 */
export const isKnown: SQL = sql`(
  exists (select from teamlore.sessions k where k.team_id = p.team_id and k.project_id = p.id)
  or exists (select from teamlore.memory_files k where k.team_id = p.team_id and k.project_id = p.id)
  or exists (select from teamlore.code_graphs k where k.team_id = p.team_id and k.project_id = p.id)
  or exists (select from teamlore.commits k where k.team_id = p.team_id and k.project_id = p.id)
  or exists (select from teamlore.memories k where k.team_id = p.team_id and k.project_id = p.id)
  or exists (select from teamlore.project_paths k
    where k.team_id = p.team_id and k.project_id = p.id and ${isOwnPath}))`

/**
 * Projects of the team that a filter names: by id (or the beginning of one), by whole name or its
 * last part, or by remote URL; only those the asker may know of. Names may be shared, so this can be several.
 */
export const projectsNamed = (teamId: string, { value, identity }: ProjectFilter): SQL => sql`(
  select p.id from teamlore.projects p
  where p.team_id = ${teamId} and (
    p.id = ${value}
    or p.identity = ${identity ?? value}
    or lower(p.name) = lower(${value})
    or lower(regexp_replace(p.name, '^.*/', '')) = lower(${value})) and ${isKnown})`

/** Members of the team that a filter names: by id, name or e-mail address. */
export const usersNamed = (value: string): SQL => sql`(
  select f.id from teamlore.users f
  where f.id = ${value} or lower(f.name) = lower(${value}) or lower(f.email) = lower(${value}))`
