/**
 * What is folded and unfolded in a transcript. It lives outside of the rows, because rows that scroll out of view are
 * taken away and come back later.
 */
export const createFoldStore = () => {
  const listeners = new Set<() => void>()
  const changed = new Set<string>()
  let isOpenByDefault = false

  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isOpen: (key: string): boolean => changed.has(key) !== isOpenByDefault,
    toggle: (key: string): void => {
      if (!changed.delete(key)) changed.add(key)
      notify()
    },
    /** Unfolds or folds everything, what is not loaded yet included. */
    setAll: (isOpen: boolean): void => {
      isOpenByDefault = isOpen
      changed.clear()
      notify()
    },
    areAllOpen: (): boolean => isOpenByDefault,
  }
}

export type FoldStore = ReturnType<typeof createFoldStore>
