import type { FoundValue, TeamRepositories } from '@teamlore/db'
import type { FilterName } from '@teamlore/shared'
import { spellTag } from '@teamlore/shared/session-notes'
import type { Suggestion } from './fixed-values.ts'

type Request = { prefix: string; limit: number; projectIds: readonly string[] | undefined }
type Find = (repositories: TeamRepositories, request: Request) => Promise<Suggestion[]>

const counted =
  (noun: string) =>
  (found: readonly FoundValue[]): Suggestion[] =>
    found.map(({ value, amount }) => ({
      value,
      note: `${amount} ${noun}${amount === 1 ? '' : 's'}`,
    }))

/** How the values of a filter are found; those that are fixed need no looking for. */
export const FIND: Partial<Record<FilterName, Find>> = {
  tool: async ({ searchValues }, request) => counted('session')(await searchValues.tools(request)),
  branch: async ({ searchValues }, request) =>
    counted('session')(await searchValues.branches(request)),
  project: async ({ searchValues }, request) =>
    (await searchValues.projects(request)).map(({ value }) => ({ value, note: null })),
  author: async ({ searchValues }, request) => {
    const me = { value: 'me', note: 'what you did' }
    const people = (await searchValues.people(request)).map(({ value }) => ({ value, note: null }))
    return 'me'.startsWith(request.prefix.toLowerCase()) ? [me, ...people] : people
  },
  concept: async ({ searchValues }, request) =>
    counted('finding')(await searchValues.concepts(request)),
  file: async ({ searchValues }, request) => counted('finding')(await searchValues.files(request)),
  tag: async ({ sessionNotes }, { prefix, limit }) =>
    counted('session')(
      (await sessionNotes.tags(spellTag(prefix), limit)).map(({ tag, sessions }) => ({
        value: tag,
        amount: sessions,
      })),
    ),
  session: async ({ searchValues }, request) =>
    (await searchValues.sessions(request)).map(({ id, title, day }) => ({
      value: id,
      label: title,
      note: day,
    })),
}
