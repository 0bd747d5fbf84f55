'use client'

import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  addEventListener('popstate', listener)
  return () => {
    removeEventListener('hashchange', listener)
    removeEventListener('popstate', listener)
  }
}

/** The part of the address behind `#`, empty while rendering on the server. */
export const useHash = (): string =>
  useSyncExternalStore(
    subscribe,
    () => location.hash.slice(1),
    () => '',
  )

/** Writes a place of this page into the address; the back button comes back from it. */
export const goToHash = (hash: string): void => {
  location.hash = hash
}
