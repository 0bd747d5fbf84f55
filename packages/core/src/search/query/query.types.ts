import type { FilterName } from '@teamlore/shared'

export type Clause = { kind: 'word' | 'phrase'; text: string }

export type TypedFilter = {
  name: FilterName
  value: string
  isNegated: boolean
  /** "AND" stands between it and the one before, of the same name: both must fit, and not either. */
  isFurther?: boolean
}

/** What somebody typed, taken apart. Nothing here has been looked up yet. */
export type TypedQuery = {
  /** What to look for. Within a group any one will do (`a or b`); phrases must be there, words should. */
  groups: Clause[][]
  /** Of these, the groups that "AND" stands beside: any one of the words of each must be there. */
  demanded: Clause[][]
  excluded: Clause[]
  filters: TypedFilter[]
  /** Sentences for the asker. */
  notes: string[]
}
