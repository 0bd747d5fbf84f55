'use client'

import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

const listeners = new Set<() => void>()
let now = 0
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const each of listeners) each()
    }, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const snapshot = () => {
  if (now === 0) now = Date.now()
  return now
}

/** The time in milliseconds, shared by the whole page and moving on twice a minute; 0 while rendering on the server. */
export const useNow = (): number => useSyncExternalStore(subscribe, snapshot, () => 0)
