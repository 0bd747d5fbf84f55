export { distinctOptions } from './distinct-options.ts'
export { FilterDates } from './filter-dates.tsx'
export { type FilterOption, FilterSelect } from './filter-select.tsx'
export { FilterToggle } from './filter-toggle.tsx'
