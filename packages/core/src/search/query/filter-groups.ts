import type { FilterName } from '@teamlore/shared'
import type { TypedFilter } from './query.types.ts'

/** What several filters of one name ask for together. */
export type FilterGroup = {
  name: FilterName
  isNegated: boolean
  values: string[]
  /** Of the values, those that nothing could be made of. */
  unused: string[]
  /** Sentences for the asker. */
  notes: string[]
}

/** Each costs a look into the index, and an answer that names all of them would be longer than what was found. */
const MAX_VALUES = 40

/** `type:a type:b` asks for either; so does `type:a,b`. `tag:a AND tag:b` asks for both. */
export const groupFilters = (filters: readonly TypedFilter[]): FilterGroup[] => {
  const groups = new Map<string, Omit<FilterGroup, 'values'> & { values: Set<string> }>()
  for (const [at, { name, value, isNegated, isFurther }] of filters.entries()) {
    const key = `${name} ${isNegated} ${isFurther ? at : ''}`
    const group = groups.get(key) ?? {
      name,
      isNegated,
      unused: [],
      notes: [],
      values: new Set(),
    }
    const parts = isList(name) ? value.split(',').map((part) => part.trim()) : [value]
    for (const part of parts) if (part !== '') group.values.add(part)
    groups.set(key, group)
  }
  return [...groups.values()].map(limited)
}

const limited = ({
  values,
  ...group
}: Omit<FilterGroup, 'values'> & { values: ReadonlySet<string> }): FilterGroup => {
  const { name, isNegated, notes } = group
  const isCut = values.size > MAX_VALUES
  const cut = `Only the first ${MAX_VALUES} values of ${isNegated ? '-' : ''}${name}: were used.`
  return {
    ...group,
    values: [...values].slice(0, MAX_VALUES),
    notes: isCut ? [...notes, cut] : notes,
  }
}

const isList = (name: FilterName): boolean => name === 'type' || name === 'tool'

/** The filters that a group narrows the question by. */
export const appliedOf = ({ name, isNegated, values, unused }: FilterGroup): TypedFilter[] => {
  const used = values.filter((value) => !unused.includes(value))
  const written = isList(name) && used.length > 0 ? [used.join(',')] : used
  return written.map((value) => ({ name, value, isNegated }))
}
