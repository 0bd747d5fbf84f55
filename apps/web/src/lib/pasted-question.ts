'use client'

import { useSyncExternalStore } from 'react'

/** Percent-encoded. Headers repeat the address, and an address with its headers may have 16 KiB on its way. */
const MAX_IN_ADDRESS = 2_000
const PREFIX = 'teamlore.question.'

/** What this page keeps, where the browser stores nothing too. */
const kept = new Map<string, string>()

export const fitsAddress = (q: string): boolean =>
  new URLSearchParams({ q }).toString().length <= MAX_IN_ADDRESS

/** A question as it stands in an address: itself, or the key by which this tab keeps one that is too long for that. */
export const questionAddress = (q: string): { q: string } | { pasted: string } =>
  fitsAddress(q) ? { q } : { pasted: keep(q) }

const keep = (q: string): string => {
  const [known] = [...kept].find(([, text]) => text === q) ?? []
  if (known !== undefined) return known
  const key = Date.now().toString(36)
  kept.set(key, q)
  try {
    sessionStorage.setItem(PREFIX + key, q)
  } catch {
    // Full, or forbidden: it is kept until the page is loaded again, and the page says when it is gone.
  }
  return key
}

const read = (key: string): string | null => {
  const known = kept.get(key)
  if (known !== undefined) return known
  try {
    const stored = sessionStorage.getItem(PREFIX + key)
    if (stored !== null) kept.set(key, stored)
    return stored
  } catch {
    return null
  }
}

/** The question of a key: null where this tab does not have it, undefined while unknown. */
export const useKeptQuestion = (key: string | null): string | null | undefined =>
  useSyncExternalStore(
    never,
    () => (key === null ? null : read(key)),
    () => (key === null ? null : undefined),
  )

/** What is kept under a key does not change. */
const never = () => () => undefined
