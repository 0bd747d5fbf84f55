'use client'

import { type ReactNode, useId } from 'react'
import './choice-list.css'

export type Choice<T extends string> = { value: T; label: string; says: ReactNode }

/** One of a few, each with a sentence on what it means. */
export const ChoiceList = <T extends string>({
  legend,
  choices,
  value,
  disabled = false,
  onChange,
}: {
  legend: string
  choices: readonly Choice<T>[]
  value: T
  disabled?: boolean
  onChange: (value: T) => void
}) => {
  const name = useId()
  return (
    <fieldset className="choice-list" disabled={disabled}>
      <legend>{legend}</legend>
      {choices.map(({ value: one, label, says }) => (
        <label key={one} className="choice">
          <input
            type="radio"
            name={name}
            value={one}
            checked={value === one}
            aria-describedby={`${name}-${one}`}
            onChange={() => onChange(one)}
          />
          <span>
            <span className="choice-label">{label}</span>
            <span id={`${name}-${one}`} className="choice-says" aria-hidden>
              {says}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
