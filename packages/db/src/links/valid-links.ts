import { sql } from 'drizzle-orm'

/**
 * Of a link `l`: nobody took it apart, and a person made it or it is as sure as its project asks. Links that name no commit are not
 * judged by a project. Confidence is shown to three places, so it is compared by those.
 */
export const STANDS = sql`not l.is_rejected and (l.created_by = 'user' or l.commit_id is null
  or l.confidence::float8 + 0.0005 >= (select k.links_from from teamlore.commits x
    join teamlore.projects k on k.id = x.project_id where x.id = l.commit_id))`
