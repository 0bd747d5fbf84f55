import { type SQL, sql } from 'drizzle-orm'

/** How people name a project. `identity`: the normalised form of a remote URL, when it is one. */
export type ProjectFilter = { value: string; identity: string | null }

/**
 * Projects of the team that a filter names: by id (or the beginning of one), by whole name or its
 * last part, or by remote URL. Names may be shared, so this can be several.
 */
export const projectsNamed = (teamId: string, { value, identity }: ProjectFilter): SQL => sql`(
  select f.id from teamlore.projects f
  where f.team_id = ${teamId} and (
    f.id = ${value}
    or f.identity = ${identity ?? value}
    or lower(f.name) = lower(${value})
    or lower(regexp_replace(f.name, '^.*/', '')) = lower(${value})))`

/** Members of the team that a filter names: by id, name or e-mail address. */
export const usersNamed = (value: string): SQL => sql`(
  select f.id from teamlore.users f
  where f.id = ${value} or lower(f.name) = lower(${value}) or lower(f.email) = lower(${value}))`
