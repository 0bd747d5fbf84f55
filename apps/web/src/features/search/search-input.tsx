'use client'

import { Combobox, Loader, useCombobox } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { KeyCap } from '../../components/ui/key-cap.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { askedWhileTyping } from './live-question.ts'
import './search-input.css'
import { type Suggestion, type Typing, takeSuggestion, useCompletions } from './use-completions.ts'
import { focusFirstResult } from './use-result-keys.ts'

/**
 * The box. It asks while somebody types, and at once on Enter; `/` brings the cursor here from anywhere. While a filter is typed
 * it suggests how to go on: arrow keys choose, Enter takes what was chosen, Escape wants none. Without suggestions the down arrow
 * goes to the first result, and so does Enter once the answer is there; Escape leaves the box.
 */
export const SearchInput = ({
  value,
  isBusy,
  onSearch,
}: Asking) => {
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

type Asking = {
  /** What is asked now. */
  value: string
  isBusy: boolean
  /** `isTyping`: somebody may go on typing, so it takes the place of what was asked a moment ago. */
  onSearch: (q: string, isTyping: boolean) => void
}

/** What stands in the box, and what happens when somebody types, takes a suggestion, asks or leaves. */
const useQuestion = ({ value, isBusy, onSearch }: Asking) => {
  const input = useRef<HTMLInputElement>(null)
  const [typing, setTyping] = useState<Typing>({ text: value, cursor: value.length })
  const [known, setKnown] = useState(value)
  const [wantsHelp, setWantsHelp] = useState(false)
  /** What this box asked last: somebody may have typed on since. */
  const [own, setOwn] = useState<string | null>(null)
  // The address changed (back button, an example that was clicked): show what is asked now.
  if (value !== known) {
    setKnown(value)
    if (value !== own) {
      setTyping({ text: value, cursor: value.length })
      setOwn(null)
    }
  }
  const ask = (q: string, isTyping: boolean) => {
    setOwn(q)
    onSearch(q, isTyping)
  }
  const askSoon = useDebouncedCallback((q: string) => {
    if (q !== value) ask(q, true)
  }, PAUSE_MS)
  const typed = (next: Typing) => {
    setTyping(next)
    const q = askedWhileTyping(next)
    if (q === undefined) askSoon.cancel()
    else askSoon(q)
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
    askSoon.cancel()
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
    setTyping({ text: '', cursor: 0 })
    askSoon.cancel()
    ask('', false)
    input.current?.focus()
  }
  const leave = () => setWantsHelp(false)
  return { input, typing, suggestions, box, isOpen, type, take, submit, clear, leave, press }
}

/** Long enough that a word is typed on, short enough that nobody waits. */
const PAUSE_MS = 250

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
