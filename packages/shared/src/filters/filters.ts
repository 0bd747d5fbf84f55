type FilterFacts = {
  /** Characters its value has at most. */
  max: number
  /** What it means in the documents of the REST API. */
  docs: string
  /** What an agent reads of it, in as few words as will do. */
  mcp: string
  /** What is said of it where it is suggested in a question. */
  hint: string
  /** What `lore search` calls it; null where that has an option of its own. */
  cli: { value: string; says: string } | null
  /** How the dashboard calls it, where any text may be typed; null where it has a menu of its own. */
  field: string | null
}

/**
 * Every filter of a search, in the order of the wire. The query of the REST API, the query language, the input of `lore_search`,
 * the options of `lore search`, the fields of the dashboard and the texts of all of them follow from it; what a filter does,
 * `resolve-filters.ts` in the core says. Facts alone, so that naming them loads no contracts.
 */
export const FILTERS = {
  type: {
    max: 200,
    docs: 'Only this type, such as decision or bugfix.',
    mcp: 'Only this type: {types}.',
    hint: 'decision, bugfix, prompt, summary…',
    cli: { value: 'type', says: 'only these, separated by commas: {types}' },
    field: null,
  },
  file: {
    max: 4_096,
    docs: 'Only what touches this file: a path or the end of one.',
    mcp: 'Only what touches this path, or the end of one.',
    hint: 'a path, or the end of one',
    cli: { value: 'path', says: 'about this file' },
    field: 'File',
  },
  tool: {
    max: 40,
    docs: 'Only sessions of this coding tool, such as claude-code.',
    mcp: 'Only sessions of this coding tool, such as claude-code.',
    hint: 'the coding tool',
    cli: { value: 'name', says: 'from this coding tool' },
    field: null,
  },
  project: {
    max: 300,
    docs: 'Only this project: id, name or remote URL.',
    mcp: 'Only this project: name, remote URL or id.',
    hint: 'a repository',
    cli: { value: 'name', says: 'in this project: its name, id or remote URL' },
    field: null,
  },
  author: {
    max: 200,
    docs: 'Only what this person did: id or name.',
    mcp: 'Only what this person did.',
    hint: 'who did it',
    cli: { value: 'name', says: 'of this person; me for yourself' },
    field: 'Author',
  },
  concept: {
    max: 200,
    docs: 'Only what is about this concept.',
    mcp: 'Only findings about this, such as locking.',
    hint: 'what it is about',
    cli: { value: 'name', says: 'about this; `lore concepts` names them' },
    field: 'Concept',
  },
  branch: {
    max: 500,
    docs: 'Only sessions on this git branch.',
    mcp: 'Only what happened on this git branch; * stands for any text.',
    hint: 'the git branch',
    cli: { value: 'name', says: 'on this git branch; * stands for any text' },
    field: 'Branch',
  },
  tag: {
    max: 50,
    docs: 'Only sessions that people marked with this tag.',
    mcp: 'Only sessions that people marked with this tag.',
    hint: 'a tag that people gave',
    cli: { value: 'name', says: 'in sessions with this tag; `lore tag` gives them' },
    field: 'Tag',
  },
  title: {
    max: 200,
    docs: 'Only what has this text in its own title or in that of its session.',
    mcp: 'Only what has this text in its own title or in that of its session.',
    hint: 'a part of a title',
    cli: { value: 'text', says: 'with this text in its own title or in that of its session' },
    field: 'Title',
  },
  session: {
    max: 60,
    docs: 'Only this session: its id or a unique prefix.',
    mcp: 'Only this session, every hit of it: id or unique prefix.',
    hint: 'one session',
    cli: { value: 'id', says: 'in this session' },
    field: null,
  },
  before: {
    max: 40,
    docs: 'Only what happened before this date or time.',
    mcp: 'Only before this ISO date.',
    hint: 'until a day',
    cli: null,
    field: null,
  },
  after: {
    max: 40,
    docs: 'Only what happened at or after this date or time.',
    mcp: 'Only at or after this ISO date.',
    hint: 'from a day on',
    cli: null,
    field: null,
  },
  order: {
    max: 20,
    docs: 'In which order: `relevance` unless given; `date` is the newest first, `oldest` the oldest. By date every word of the question must be there.',
    mcp: 'relevance unless given; date: newest first; oldest: oldest first. By date every word must be there.',
    hint: 'date, oldest or relevance',
    cli: {
      value: 'by',
      says: 'relevance unless given, date (newest first) or oldest; by date every word must be there',
    },
    field: null,
  },
} as const satisfies Record<string, FilterFacts>

export type FilterName = keyof typeof FILTERS

export const FILTER_NAMES = Object.keys(FILTERS) as [FilterName, ...FilterName[]]

/** What the table knows of a filter, whichever it is. */
export const filterFacts = (name: FilterName): FilterFacts => FILTERS[name]

/** Filters that let less through; the others say how it is given. */
export const narrows = (name: FilterName): boolean => name !== 'order'

/** One value for each filter. */
export const eachFilter = <T>(of: (name: FilterName) => T): Record<FilterName, T> =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, of(name)])) as Record<FilterName, T>

/** The start of a filter in a question, for patterns: `type:`, `file:` …; `https://…` and `error:…` are words. */
export const FILTER_START = `(?:${FILTER_NAMES.join('|')}):`
