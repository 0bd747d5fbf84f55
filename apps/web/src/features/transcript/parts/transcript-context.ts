'use client'

import { createContext, use, useSyncExternalStore } from 'react'
import type { FoldStore } from '../model/fold-store.ts'

type TranscriptContextValue = {
  folds: FoldStore
  authorId: string
  authorName: string
  /** Where the session ran. */
  folder: string | null
  /** Place of each prompt in the session, from 1. */
  promptNumbers: ReadonlyMap<string, number>
}

const TranscriptContext = createContext<TranscriptContextValue | undefined>(undefined)

export const TranscriptProvider = TranscriptContext.Provider

export const useTranscriptContext = (): TranscriptContextValue => {
  const value = use(TranscriptContext)
  if (!value) throw new Error('parts of a transcript need a TranscriptProvider above them')
  return value
}

/** Whether something is unfolded, and what turns it. */
export const useFold = (key: string): [isOpen: boolean, toggle: () => void] => {
  const { folds } = useTranscriptContext()
  const isOpen = useSyncExternalStore(
    folds.subscribe,
    () => folds.isOpen(key),
    () => false,
  )
  return [isOpen, () => folds.toggle(key)]
}
