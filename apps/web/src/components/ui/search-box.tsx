'use client'

import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import './search-box.css'

const TYPING_PAUSE_MS = 250

/** What a server takes of a name to look for. */
const MAX_TYPED = 200

/** A small box that narrows a list while one types. */
export const SearchBox = ({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Somebody else changed it (back button, "clear all"): show that instead of what was typed.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const changeLater = useDebouncedCallback((text: string) => {
    setKnown(text)
    onChange(text)
  }, TYPING_PAUSE_MS)
  const change = (text: string) => {
    setTyped(text)
    changeLater(text.trim())
  }
  return (
    <div className="search-box">
      <IconSearch size={14} stroke={1.75} aria-hidden />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX_TYPED}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {typed !== '' && (
        <button type="button" aria-label={`Clear: ${label}`} onClick={() => change('')}>
          <IconX size={13} aria-hidden />
        </button>
      )}
    </div>
  )
}
