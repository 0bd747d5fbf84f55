'use client'

import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { askedWhileTyping } from './live-question.ts'
import type { Typing } from './use-completions.ts'

export type BoxText = {
  /** What is asked now. */
  value: string
  /** `isTyping`: somebody may go on typing, so it takes the place of what was asked a moment ago. */
  onSearch: (q: string, isTyping: boolean) => void
}

/** Long enough that a word is typed on, short enough that nobody waits. */
const PAUSE_MS = 250

/** The text of the box: what somebody types is asked after a pause, and what is asked from elsewhere is shown. */
export const useBoxText = ({ value, onSearch }: BoxText) => {
  const [typing, setTyping] = useState<Typing>({ text: value, cursor: value.length })
  const [known, setKnown] = useState(value)
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
  return { typing, typed, ask, cancel: askSoon.cancel }
}
