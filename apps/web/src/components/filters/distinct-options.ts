import { plainLine } from '../../lib/format/plain-text.ts'
import type { FilterOption } from './filter-select.tsx'

/** Each value that a list shows, once: what it may be narrowed to. */
export const distinctOptions = (values: readonly (string | null)[]): FilterOption[] =>
  [...new Set(values.filter((value): value is string => Boolean(value)))]
    .sort()
    .map((value) => ({ value, label: plainLine(value) }))
