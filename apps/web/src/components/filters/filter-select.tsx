'use client'

import { Combobox, useCombobox } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import './filter.css'

export type FilterOption = { value: string; label: string; note?: string }

/** Longer is no value of a filter, and would not fit into an address. */
const MAX_TYPED = 500

/** A filter that says what it narrows to: one of the options, or what somebody types when `allowsOther`. */
export const FilterSelect = ({
  name,
  value,
  options,
  allowsOther = false,
  onChange,
}: {
  name: string
  value: string | null
  options: readonly FilterOption[]
  allowsOther?: boolean
  onChange: (value: string | null) => void
}) => {
  const [typed, setTyped] = useState('')
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption()
      setTyped('')
    },
    onDropdownOpen: () => box.focusSearchInput(),
  })
  const shownValue = options.find((option) => option.value === value)?.label ?? value
  const found = matching(options, typed, allowsOther)
  const hasSearch = allowsOther || options.length > 8
  return (
    <Combobox
      store={box}
      width={260}
      position="bottom-start"
      withinPortal={false}
      onOptionSubmit={(chosen) => {
        onChange(chosen === value ? null : chosen)
        box.closeDropdown()
      }}
    >
      <div className="filter" data-active={value !== null || undefined}>
        <Combobox.Target targetType="button" withAriaAttributes={false}>
          <button
            type="button"
            className="filter-button"
            aria-haspopup="listbox"
            aria-expanded={box.dropdownOpened}
            onClick={() => box.toggleDropdown()}
          >
            {value === null ? name : <span className="filter-name">{name}</span>}
            {value !== null && <span className="filter-value">{shownValue}</span>}
            {value === null && <IconChevronDown size={13} aria-hidden />}
          </button>
        </Combobox.Target>
        {value !== null && <ClearButton name={name} onClear={() => onChange(null)} />}
      </div>
      <Combobox.Dropdown>
        {hasSearch && (
          <Combobox.Search
            classNames={{ input: 'filter-search' }}
            value={typed}
            maxLength={MAX_TYPED}
            placeholder={allowsOther ? 'Type or choose' : 'Filter'}
            aria-label={`${name}: ${allowsOther ? 'type or choose' : 'filter the choices'}`}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              box.selectFirstOption()
            }}
          />
        )}
        <Combobox.Options className="filter-options" aria-label={name}>
          {found.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={option.value === value}
              className="filter-option"
            >
              <span className="tl-foreign">{option.label}</span>
              {option.note && <span className="filter-note">{option.note}</span>}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>Nothing to choose from</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Options that contain what was typed; what was typed itself when that is allowed and none is exactly it. */
const matching = (
  options: readonly FilterOption[],
  typed: string,
  allowsOther: boolean,
): readonly FilterOption[] => {
  const wanted = typed.trim()
  if (wanted === '') return options
  const found = options.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()))
  const isThere = found.some(({ label, value }) => label === wanted || value === wanted)
  return allowsOther && !isThere ? [{ value: wanted, label: wanted }, ...found] : found
}

export const ClearButton = ({ name, onClear }: { name: string; onClear: () => void }) => (
  <button type="button" className="filter-clear" aria-label={`Clear ${name}`} onClick={onClear}>
    <IconX size={13} aria-hidden />
  </button>
)
