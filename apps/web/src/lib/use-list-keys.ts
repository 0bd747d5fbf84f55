'use client'

import { useHotkeys } from '@mantine/hooks'

/** Links that `j` and `k` walk through carry this attribute. */
export const LIST_ITEM = { 'data-list-item': '' }

/** `j` and `k` move the focus to the next and the previous item; Enter then opens it, being a link. */
export const useListKeys = (): void => {
  useHotkeys([
    ['j', () => moveFocus(1)],
    ['k', () => moveFocus(-1)],
  ])
}

export const listItems = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-list-item]'),
]

const moveFocus = (step: 1 | -1): void => {
  const items = listItems()
  const focused = document.activeElement
  const current = focused instanceof HTMLElement ? items.indexOf(focused) : -1
  const next = current === -1 ? firstInView(items) : items[current + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

const firstInView = (items: HTMLElement[]): HTMLElement | undefined =>
  items.find((item) => item.getBoundingClientRect().top >= 0) ?? items[0]
