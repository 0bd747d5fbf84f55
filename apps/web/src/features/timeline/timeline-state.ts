'use client'

import type { TimelineKind, TimelineQuery } from '@teamlore/shared'
import { factsOf, KINDS_IN_SESSIONS } from '@teamlore/shared/kinds'
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'

const KINDS = [...KINDS_IN_SESSIONS, 'session'] as const satisfies readonly TimelineKind[]

/** What tools and models said: without it as many entries reach much further back. */
const isPlentiful = (kind: (typeof KINDS)[number]) =>
  kind !== 'session' && factsOf(kind).isPlentiful === true

export const FEWER_KINDS = KINDS.filter((kind) => !isPlentiful(kind))

export const leavesOutPlentiful = (kinds: TimelineState['kinds']): boolean =>
  kinds !== null && !kinds.some(isPlentiful)

const PARSERS = {
  around: parseAsString,
  at: parseAsString,
  q: parseAsString,
  project: parseAsString,
  kinds: parseAsArrayOf(parseAsStringLiteral(KINDS)),
  within: parseAsStringLiteral(['project', 'session', 'team']).withDefault('project'),
}

export type TimelineState = {
  around: string | null
  at: string | null
  q: string | null
  project: string | null
  kinds: (typeof KINDS)[number][] | null
  within: 'project' | 'session' | 'team'
}

/** What the timeline in the address is about, and how to change it. */
export const useTimelineState = () => useQueryStates(PARSERS, { history: 'push' })

/** Entries on each side. */
const SIDE = 15

/** What is sent to the API; undefined where nothing says around what to look. */
export const toTimelineQuery = ({
  around,
  at,
  q,
  project,
  kinds,
  within,
}: TimelineState): TimelineQuery | undefined => {
  const middle =
    around !== null ? { around } : at !== null ? { at } : q !== null ? { q } : undefined
  if (middle === undefined) return undefined
  return {
    ...middle,
    before: SIDE,
    after: SIDE,
    // What a moment belongs to is not known, so it has no project unless one is named.
    ...(at !== null && within === 'project' && project === null ? {} : { within }),
    ...(project === null ? {} : { project }),
    ...(kinds === null || kinds.length === 0 ? {} : { kinds: kinds.join(',') }),
  }
}
