'use client'

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'

/** What the list of sessions can be narrowed by; the names in the address are those of the API. */
const PARSERS = {
  project: parseAsString,
  tool: parseAsString,
  author: parseAsString,
  branch: parseAsString,
  started_by: parseAsStringLiteral(['program', 'anyone'] as const),
  title: parseAsString,
  tag: parseAsString,
  after: parseAsString,
  before: parseAsString,
}

export type SessionFilter = Record<Exclude<keyof typeof PARSERS, 'started_by'>, string | null> & {
  started_by: 'program' | 'anyone' | null
}

export const NO_FILTER: SessionFilter = {
  project: null,
  tool: null,
  author: null,
  branch: null,
  started_by: null,
  title: null,
  tag: null,
  after: null,
  before: null,
}

/** The filter in the address bar, and how to change it. */
export const useSessionFilter = () => useQueryStates(PARSERS, { history: 'replace' })

export const isNarrowed = (filter: SessionFilter): boolean =>
  Object.values(filter).some((value) => value !== null)

/** What is sent to the API: only what is set. */
export const toQuery = (
  filter: SessionFilter,
): { [K in keyof SessionFilter]?: NonNullable<SessionFilter[K]> } =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== ''))
