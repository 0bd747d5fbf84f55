'use client'

import { Loader } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { KeyCap } from '../../components/ui/key-cap.tsx'
import './search-input.css'

/** The box. It asks on Enter; `/` brings the cursor here from anywhere. */
export const SearchInput = ({
  value,
  isBusy,
  onSearch,
}: {
  value: string
  isBusy: boolean
  onSearch: (q: string) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed (back button, an example that was clicked): show what is asked now.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useHotkeys([['/', () => input.current?.select()]])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search>
      <form className="search-input" onSubmit={submit}>
        {isBusy ? (
          <Loader size={18} aria-hidden />
        ) : (
          <IconSearch size={19} stroke={1.75} aria-hidden />
        )}
        <input
          ref={input}
          type="text"
          name="q"
          inputMode="search"
          enterKeyHint="search"
          aria-label="Search everything"
          placeholder="What does the team know about…"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: one comes to this page to type
          autoFocus={value === ''}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {typed !== '' && (
          <button
            type="button"
            className="search-input-clear"
            aria-label="Clear the search"
            onClick={() => {
              setTyped('')
              onSearch('')
              input.current?.focus()
            }}
          >
            <IconX size={16} aria-hidden />
          </button>
        )}
        <span className="search-input-key" aria-hidden>
          <KeyCap>/</KeyCap>
        </span>
      </form>
    </search>
  )
}
