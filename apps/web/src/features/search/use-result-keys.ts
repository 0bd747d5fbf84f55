'use client'

import { useHotkeys } from '@mantine/hooks'
import { listItems } from '../../lib/use-list-keys.ts'

/** False where there is no result to go to. */
export const focusFirstResult = (): boolean => {
  const [first] = listItems()
  first?.focus()
  first?.scrollIntoView({ block: 'nearest' })
  return first !== undefined
}

/** From a result, arrow keys go to the next and the one before, and from the first back into the box. Elsewhere they scroll. */
export const useResultKeys = (): void => {
  useHotkeys([
    ['ArrowDown', (event) => step(event, 1), { preventDefault: false }],
    ['ArrowUp', (event) => step(event, -1), { preventDefault: false }],
    ['Escape', leaveResults, { preventDefault: false }],
  ])
}

const step = (event: KeyboardEvent, by: 1 | -1): void => {
  const items = listItems()
  const { activeElement } = document
  const current = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1
  if (current === -1) return
  event.preventDefault()
  const next = items[current + by] ?? (by === -1 ? searchBox() : undefined)
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

const leaveResults = (): void => {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && listItems().includes(activeElement))
    activeElement.blur()
}

const searchBox = () => document.querySelector<HTMLElement>('.search-input input')
