'use client'

import { IconCheck } from '@tabler/icons-react'
import './filter.css'

/** A filter that is on or off. */
export const FilterToggle = ({
  name,
  isOn,
  onChange,
}: {
  name: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) => (
  <div className="filter" data-active={isOn || undefined}>
    <button
      type="button"
      className="filter-button"
      data-toggle
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {isOn && <IconCheck size={13} stroke={2.25} aria-hidden />}
      {name}
    </button>
  </div>
)
