'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { estimateHeight } from './model/estimate-height.ts'
import type { Transcript } from './model/rows.ts'
import type { useMessages } from './use-messages.ts'

/** Rows beyond the screen that are kept, and how near an end of what is loaded may come before more is fetched. */
const OVERSCAN = 6
const FETCH_AHEAD = 12
/** Room for the bar that stays on top. */
const TOP_PX = 56

/** Which rows are drawn for the window's scroll position; fetches more at the ends and scrolls to the target. */
export const useRowWindow = (
  { rows, rowOfMessage }: Transcript,
  messages: ReturnType<typeof useMessages>,
  target: string | undefined,
) => {
  const [top, measureTop] = useTopOf()
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => estimateHeight(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: TOP_PX,
    // What is being read stays where it is when something is loaded above it.
    anchorTo: 'end',
    // But nothing sticks to the end: what is unfolded there opens downwards.
    scrollEndThreshold: -1,
  })
  const items = virtualizer.getVirtualItems()
  useFetchAhead(items[0]?.index ?? 0, items.at(-1)?.index ?? 0, rows.length, messages)

  const scrollTo = useCallback(
    (messageId: string) => {
      const row = rowOfMessage.get(messageId)
      if (row !== undefined) virtualizer.scrollToIndex(row, { align: 'start' })
    },
    [rowOfMessage, virtualizer],
  )
  // Rows loaded above move the number of the target, not the target: only a new target scrolls.
  const arrive = useEffectEvent(scrollTo)
  // The external system is the window's scroll position.
  useEffect(() => {
    if (target !== undefined) arrive(target)
  }, [target])

  const firstRow =
    virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + TOP_PX + 4)?.index ?? 0
  return {
    items,
    top,
    measureTop,
    measureRow: virtualizer.measureElement,
    height: virtualizer.getTotalSize(),
    firstRow,
    scrollTo,
  }
}

/** Where the rows begin on the page; it moves when something above them is opened. */
const useTopOf = (): [number, (element: HTMLElement | null) => (() => void) | undefined] => {
  const [top, setTop] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const read = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY))
    read()
    const observer = new ResizeObserver(read)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return [top, measure]
}

/** Fetches the next page before its end is seen. */
const useFetchAhead = (
  first: number,
  last: number,
  count: number,
  messages: ReturnType<typeof useMessages>,
): void => {
  const { hasNextPage, hasPreviousPage, isFetching, isError } = messages
  const { fetchNextPage, fetchPreviousPage } = messages
  const isIdle = !isFetching && !isError
  const wantsNext = isIdle && hasNextPage && last >= count - FETCH_AHEAD
  const wantsPrevious = isIdle && hasPreviousPage && first < FETCH_AHEAD
  // The external system is the server: pages follow the scroll position.
  useEffect(() => {
    if (wantsNext) void fetchNextPage()
    else if (wantsPrevious) void fetchPreviousPage()
  }, [wantsNext, wantsPrevious, fetchNextPage, fetchPreviousPage])
}
