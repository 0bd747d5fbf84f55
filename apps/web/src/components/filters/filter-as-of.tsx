'use client'

import { type FilterOption, FilterSelect } from './filter-select.tsx'

const TIMES: FilterOption[] = [
  { value: '7d', label: 'A week ago' },
  { value: '30d', label: 'A month ago' },
  { value: '365d', label: 'A year ago' },
]

type Props = { value: string | null; onChange: (value: string | null) => void }

/** The time that somebody asks about: one of these, or a date or commit that they type. */
export const FilterAsOf = ({ value, onChange }: Props) => (
  <FilterSelect name="As of" value={value} options={TIMES} allowsOther onChange={onChange} />
)
