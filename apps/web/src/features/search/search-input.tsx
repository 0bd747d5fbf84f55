'use client'

import { Combobox, Loader, useCombobox } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { KeyCap } from '../../components/ui/key-cap.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import './search-input.css'
import { type Suggestion, type Typing, takeSuggestion, useCompletions } from './use-completions.ts'

/**
 * The box. It asks on Enter; `/` brings the cursor here from anywhere. While a filter is typed it suggests how to go on:
 * arrow keys choose, Enter takes what was chosen, Escape wants none.
 */
export const SearchInput = ({
  value,
  isBusy,
  onSearch,
}: {
  value: string
  isBusy: boolean
  onSearch: (q: string) => void
}) => {
  const { input, typing, suggestions, box, isOpen, type, take, submit, clear, leave } = useQuestion(
    value,
    onSearch,
  )
  return (
    <search>
      <Combobox store={box} onOptionSubmit={take} withinPortal={false} position="bottom-start">
        <Combobox.DropdownTarget>
          <form className="search-input" onSubmit={submit}>
            {isBusy ? (
              <Loader size={18} aria-hidden />
            ) : (
              <IconSearch size={19} stroke={1.75} aria-hidden />
            )}
            <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
              <input
                ref={input}
                type="text"
                name="q"
                inputMode="search"
                enterKeyHint="search"
                aria-label="Search everything"
                aria-autocomplete="list"
                placeholder="What does the team know about…"
                autoCapitalize="off"
                spellCheck={false}
                // biome-ignore lint/a11y/noAutofocus: one comes to this page to type
                autoFocus={value === ''}
                value={typing.text}
                onChange={type}
                onBlur={leave}
              />
            </Combobox.EventsTarget>
            {typing.text !== '' && (
              <button
                type="button"
                className="search-input-clear"
                aria-label="Clear the search"
                onClick={clear}
              >
                <IconX size={16} aria-hidden />
              </button>
            )}
            <span className="search-input-key" aria-hidden>
              <KeyCap>/</KeyCap>
            </span>
          </form>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={!isOpen}>
          <SuggestionList suggestions={suggestions} />
        </Combobox.Dropdown>
      </Combobox>
    </search>
  )
}

/** What stands in the box, and what happens when somebody types, takes a suggestion, asks or leaves. */
const useQuestion = (value: string, onSearch: (q: string) => void) => {
  const input = useRef<HTMLInputElement>(null)
  const [typing, setTyping] = useState<Typing>({ text: value, cursor: value.length })
  const [known, setKnown] = useState(value)
  const [wantsHelp, setWantsHelp] = useState(false)
  // The address changed (back button, an example that was clicked): show what is asked now.
  if (value !== known) {
    setKnown(value)
    setTyping({ text: value, cursor: value.length })
  }
  const { suggestions, range } = useCompletions(typing, wantsHelp)
  const isOpen = wantsHelp && suggestions.length > 0
  const box = useCombobox({
    opened: isOpen,
    onOpenedChange: setWantsHelp,
    onDropdownClose: () => box.resetSelectedOption(),
  })
  useHotkeys([['/', () => input.current?.select()]])
  const placeCursor = useCursor(input, typing)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWantsHelp(false)
    onSearch(typing.text.trim())
  }
  const type = () => {
    const { value: text = '', selectionStart } = input.current ?? {}
    const cursor = selectionStart ?? text.length
    setTyping({ text, cursor })
    // Between words there is nothing to go on with, unless somebody asks by an arrow key.
    setWantsHelp(/\S$/.test(text.slice(0, cursor)))
    box.resetSelectedOption()
  }
  const take = (place: string) => {
    const chosen = suggestions[Number(place)]
    if (chosen === undefined || range === undefined) return
    const next = takeSuggestion(typing.text, range, chosen)
    placeCursor()
    setTyping(next)
    setWantsHelp(chosen.kind === 'filter')
    box.resetSelectedOption()
  }
  const clear = () => {
    setTyping({ text: '', cursor: 0 })
    onSearch('')
    input.current?.focus()
  }
  const leave = () => setWantsHelp(false)
  return { input, typing, suggestions, box, isOpen, type, take, submit, clear, leave }
}

const SuggestionList = ({ suggestions }: { suggestions: readonly Suggestion[] }) => (
  <Combobox.Options className="search-suggestions" aria-label="How to go on">
    {suggestions.map(({ text, label, note, kind }, place) => (
      <Combobox.Option key={text} value={String(place)} className="search-suggestion">
        <span className="tl-foreign" data-kind={kind}>
          {plainLine(label)}
        </span>
        {note !== null && <span className="search-suggestion-note">{plainLine(note)}</span>}
      </Combobox.Option>
    ))}
  </Combobox.Options>
)

/** Puts the cursor behind what was taken, once the text stands there. */
const useCursor = (input: { current: HTMLInputElement | null }, { cursor }: Typing) => {
  const isDue = useRef(false)
  useLayoutEffect(() => {
    if (!isDue.current) return
    isDue.current = false
    input.current?.setSelectionRange(cursor, cursor)
  })
  return () => {
    isDue.current = true
  }
}
