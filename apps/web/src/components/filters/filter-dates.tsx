'use client'

import { Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { ClearButton } from './filter-select.tsx'
import './filter.css'
import { describeDates, presets } from './date-range.ts'

/** A span of days: one of the usual ones, or from one date to another. Dates are `YYYY-MM-DD`. */
export const FilterDates = ({
  after,
  before,
  onChange,
}: {
  after: string | null
  before: string | null
  onChange: (range: { after: string | null; before: string | null }) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const isActive = after !== null || before !== null
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      withinPortal={false}
    >
      <div className="filter" data-active={isActive || undefined}>
        <Popover.Target>
          <button type="button" className="filter-button" onClick={() => setOpen(!isOpen)}>
            {isActive ? <span className="filter-name">Date</span> : 'Date'}
            {isActive ? (
              <span className="filter-value">{describeDates(after, before)}</span>
            ) : (
              <IconChevronDown size={13} aria-hidden />
            )}
          </button>
        </Popover.Target>
        {isActive && (
          <ClearButton name="Date" onClear={() => onChange({ after: null, before: null })} />
        )}
      </div>
      <Popover.Dropdown className="filter-dates">
        <div className="filter-presets">
          {presets(Date.now()).map((preset) => (
            <button
              key={preset.label}
              type="button"
              className="filter-preset"
              onClick={() => {
                onChange({ after: preset.after, before: null })
                setOpen(false)
              }}
            >
              {preset.label}
            </button>
          ))}
        </div>
        <label className="filter-date">
          From
          <input
            type="date"
            value={after ?? ''}
            max={before ?? undefined}
            onChange={(event) => onChange({ after: event.currentTarget.value || null, before })}
          />
        </label>
        <label className="filter-date">
          Before
          <input
            type="date"
            value={before ?? ''}
            min={after ?? undefined}
            onChange={(event) => onChange({ after, before: event.currentTarget.value || null })}
          />
        </label>
      </Popover.Dropdown>
    </Popover>
  )
}
