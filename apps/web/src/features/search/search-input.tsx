'use client'

import { Combobox, Loader, useCombobox } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { KeyCap } from '../../components/ui/key-cap.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import './search-input.css'
import { type BoxText, useBoxText } from './use-box-text.ts'
import { type Suggestion, type Typing, takeSuggestion, useCompletions } from './use-completions.ts'
import { focusFirstResult } from './use-result-keys.ts'

/**
 * The box. It asks while somebody types, and at once on Enter; `/` brings the cursor here from anywhere. While a filter is typed
 * it suggests how to go on: arrow keys choose, Enter takes what was chosen, Escape wants none. Without suggestions the down arrow
 * goes to the first result, and so does Enter once the answer is there; Escape leaves the box.
 */
export const SearchInput = ({ value, isBusy, onSearch }: Asking) => {
  const { input, typing, suggestions, box, isOpen, type, take, submit, clear, leave, press } =
    useQuestion({ value, isBusy, onSearch })
  return (
    <search>
      <Combobox store={box} onOptionSubmit={take} withinPortal={false} position="bottom-start">
        <Combobox.DropdownTarget>
          <form className="search-input" onSubmit={submit} onKeyDownCapture={press}>
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

type Asking = BoxText & { isBusy: boolean }

/** What stands in the box, and what happens when somebody types, takes a suggestion, asks or leaves. */
const useQuestion = ({ value, isBusy, onSearch }: Asking) => {
  const input = useRef<HTMLInputElement>(null)
  const { typing, typed, ask, cancel } = useBoxText({ value, onSearch })
  const [wantsHelp, setWantsHelp] = useState(false)
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
    cancel()
    const q = typing.text.trim()
    const isAnswered = q === value && q !== '' && !isBusy
    ask(q, false)
    if (isAnswered) focusFirstResult()
  }
  /** Before the list of suggestions hears of it. */
  const press = (event: KeyboardEvent) => {
    if (isOpen || event.nativeEvent.isComposing || event.target !== input.current) return
    // With Alt it asks for suggestions.
    const isTaken =
      event.key === 'Escape' || (event.key === 'ArrowDown' && !event.altKey && focusFirstResult())
    if (!isTaken) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') input.current?.blur()
  }
  const type = () => {
    const { value: text = '', selectionStart } = input.current ?? {}
    const cursor = selectionStart ?? text.length
    typed({ text, cursor })
    // Between words there is nothing to go on with, unless somebody asks by an arrow key.
    setWantsHelp(/\S$/.test(text.slice(0, cursor)))
    box.resetSelectedOption()
  }
  const take = (place: string) => {
    const chosen = suggestions[Number(place)]
    if (chosen === undefined || range === undefined) return
    const next = takeSuggestion(typing.text, range, chosen)
    placeCursor()
    typed(next)
    setWantsHelp(chosen.kind === 'filter')
    box.resetSelectedOption()
  }
  const clear = () => {
    typed({ text: '', cursor: 0 })
    cancel()
    ask('', false)
    input.current?.focus()
  }
  const leave = () => setWantsHelp(false)
  return { input, typing, suggestions, box, isOpen, type, take, submit, clear, leave, press }
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
