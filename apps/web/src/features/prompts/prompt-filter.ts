import { parseAsString, useQueryStates } from 'nuqs'

/** What the list of prompts can be narrowed by; the names in the address are those of the API. */
const PARSERS = {
  project: parseAsString,
  tool: parseAsString,
  author: parseAsString,
  text: parseAsString,
  after: parseAsString,
  before: parseAsString,
}

export type PromptFilter = { [K in keyof typeof PARSERS]: string | null }

export const NO_FILTER: PromptFilter = {
  project: null,
  tool: null,
  author: null,
  text: null,
  after: null,
  before: null,
}

/** The filter in the address bar, and how to change it. */
export const usePromptFilter = () => useQueryStates(PARSERS, { history: 'replace' })

export const isNarrowed = (filter: PromptFilter): boolean =>
  Object.values(filter).some((value) => value !== null)

/** What is sent to the API: only what is set. */
export const toQuery = (filter: PromptFilter): { [K in keyof PromptFilter]?: string } =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== ''))
