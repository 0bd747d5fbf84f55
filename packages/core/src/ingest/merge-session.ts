import type { SessionFields } from '@teamlore/db'

const union = <T>(stored: readonly T[], arrived: readonly T[], keyOf: (item: T) => string): T[] => {
  const all = new Map(stored.map((item) => [keyOf(item), item]))
  for (const item of arrived) all.set(keyOf(item), item)
  return [...all.values()]
}

const earlier = (a: string | null, b: string | null): string | null => {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

const later = (a: string | null, b: string | null): string | null => {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

/** True when what arrived ends before what is stored: a truncated file, or an old copy of it. */
export const isOlderThan = (
  arrived: Pick<SessionFields, 'endedAt'>,
  stored: Pick<SessionFields, 'endedAt'>,
): boolean =>
  stored.endedAt !== null && (arrived.endedAt === null || arrived.endedAt < stored.endedAt)

/**
 * What a session becomes when more of it arrives. The last word wins, unless it is an old one;
 * nothing known is forgotten.
 *
 * @param fallbackTitle its name as long as the tool gave it none.
 */
export const mergeSession = (
  stored: SessionFields,
  arrived: SessionFields,
  fallbackTitle: string | null,
): SessionFields => {
  const [first, second] = isOlderThan(arrived, stored) ? [stored, arrived] : [arrived, stored]
  return {
    // Where a session began is where it belongs.
    projectId: stored.projectId ?? arrived.projectId,
    cwd: stored.cwd ?? arrived.cwd,
    kind: first.kind,
    startedBy: first.startedBy,
    parentNativeId: first.parentNativeId ?? second.parentNativeId,
    title: first.title ?? second.title ?? fallbackTitle,
    gitBranch: first.gitBranch ?? second.gitBranch,
    gitHead: first.gitHead ?? second.gitHead,
    toolVersion: first.toolVersion ?? second.toolVersion,
    models: union(stored.models, arrived.models, (model) => model),
    pullRequests: union(
      stored.pullRequests,
      arrived.pullRequests,
      ({ number, url }) => `${number} ${url}`,
    ),
    source: {
      ...first.source,
      server_redactions:
        (stored.source.server_redactions ?? 0) + (arrived.source.server_redactions ?? 0),
    },
    startedAt: earlier(stored.startedAt, arrived.startedAt),
    endedAt: later(stored.endedAt, arrived.endedAt),
  }
}

/** In one order, since objects may come back from the database in another. */
const canonical = (session: SessionFields): string => {
  const { path, lines, bad_lines, unknown_records, redactions } = session.source
  return JSON.stringify([
    [
      session.projectId,
      session.kind,
      session.startedBy,
      session.parentNativeId,
      session.title,
      session.cwd,
    ],
    [session.gitBranch, session.gitHead, session.toolVersion, session.models],
    [session.startedAt, session.endedAt],
    [path, lines, bad_lines, unknown_records, redactions],
    session.pullRequests.map(({ number, url }) => [number, url]),
  ])
}

export const isSameSession = (a: SessionFields, b: SessionFields): boolean =>
  canonical(a) === canonical(b)
