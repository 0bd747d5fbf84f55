import type { TeamRepositories } from '@teamlore/db'
import { redactSecrets } from '@teamlore/redaction'
import { editDistance } from '@teamlore/shared/edit-distance'
import { askMeant } from '@teamlore/shared/nearest-path'
import { findMeantPath } from '../../projects/find-meant-path.ts'
import { printFilter } from './print-filter.ts'
import type { TypedFilter } from './query.types.ts'

type Values = Pick<TeamRepositories['searchValues'], 'tools'>
type Repositories = { searchValues: Values; why: Pick<TeamRepositories['why'], 'paths'> }

const MAX_CHARS = 100
/** Tools that are compared with what was typed, the most used first, and how many are named where none is like it. */
const MAX_TOOLS = 50
const MAX_NAMED = 5
const MAX_SLIPS = 2

type Within = {
  /** The projects that are searched; all without. */
  projects: readonly string[] | undefined
  /** Whether the asker may see anything that fits this filter alone. */
  finds: (filter: TypedFilter) => Promise<boolean>
}

/** Says of a filter's value that nothing has it which the asker may see. */
export const noteOnUnknown = async (
  { searchValues, why }: Repositories,
  { name, value }: TypedFilter,
  within: Within,
): Promise<string> => {
  if (name === 'tool') return noteOnTool(searchValues, value)
  const nothing = noteWithoutMeant({ name, value })
  return name === 'file' ? noteOnFile(why, { value, nothing, ...within }) : nothing
}

const shown = (value: string): string => `"${redactSecrets(value.slice(0, MAX_CHARS)).text}"`

/** The same, before anybody looked for what was meant. */
export const noteWithoutMeant = ({ name, value }: Pick<TypedFilter, 'name' | 'value'>): string => {
  if (name === 'tool') return `There is no tool ${shown(value)}.`
  if (name === 'concept') return `Nothing you can see is about the concept ${shown(value)}.`
  return `Nothing you can see has the ${name} ${shown(value)}.`
}

const noteOnFile = async (
  why: Repositories['why'],
  asked: Within & { value: string; nothing: string },
): Promise<string> => {
  const { nothing } = asked
  if (asked.value.includes('*')) return nothing
  const { only, alike } = await findMeantPath({ why }, asked.value, asked.projects)
  const meant: string[] = []
  for (const path of only === null ? alike : [only]) {
    const filter: TypedFilter = { name: 'file', value: path, isNegated: false }
    // A path that is known of code alone is one that no entry has either.
    if (await asked.finds(filter)) meant.push(printFilter(filter) ?? path)
  }
  return meant.length === 0 ? nothing : `${nothing} ${askMeant(meant)}`
}

const noteOnTool = async (values: Values, value: string): Promise<string> => {
  const typed = shown(value)
  const tools = await toolsOf(values)
  const meant = nearestTool(value.toLowerCase(), tools)
  if (meant !== undefined) return `There is no tool ${typed}. Did you mean ${meant}?`
  if (tools.length === 0) return noteWithoutMeant({ name: 'tool', value })
  const named = tools.slice(0, MAX_NAMED).join(', ')
  return `There is no tool ${typed} here; the most used ${tools.length === 1 ? 'is' : 'are'} ${named}.`
}

const toolsOf = async (values: Values): Promise<string[]> =>
  (await values.tools({ prefix: '', limit: MAX_TOOLS })).map((tool) => tool.value)

/** One slip or two away, or else a name that has what was typed for a part. */
const nearestTool = (typed: string, tools: readonly string[]): string | undefined => {
  const most = typed.length > 4 ? MAX_SLIPS : 1
  const near = tools
    .map((tool) => ({ tool, slips: editDistance(typed, tool, most) }))
    .filter(({ slips }) => slips > 0 && slips <= most)
    .sort((a, b) => a.slips - b.slips)[0]?.tool
  const isPart = (tool: string) => typed.length > 2 && tool !== typed && tool.includes(typed)
  return near ?? tools.find((tool) => tool.startsWith(typed) && isPart(tool)) ?? tools.find(isPart)
}
