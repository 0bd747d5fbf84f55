import type { TeamRepositories } from '@teamlore/db'
import { resolveId } from '../platform/resolve-id.ts'
import { sessionNotFound } from './sessions.errors.ts'

/** A list's `session` filter, which may be the beginning of an id. */
export const resolveSessionFilter = async (
  ids: TeamRepositories['ids'],
  session: string | undefined,
): Promise<string | undefined> =>
  session === undefined ? undefined : resolveId(ids, 'session', session, sessionNotFound)
