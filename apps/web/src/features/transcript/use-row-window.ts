'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
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

  const scrollToRow = useCallback(
    (row: number) => virtualizer.scrollToIndex(row, { align: 'start' }),
    [virtualizer],
  )
  const scrollTo = useArrival(rowOfMessage, target, scrollToRow)
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

const READER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Brings a message into view and keeps it there while rows are loaded above it: they move its number, and a scroll that
 * is still settling would end at another row. Whoever scrolls, types or clicks is free of it.
 */
const useArrival = (
  rowOfMessage: Transcript['rowOfMessage'],
  target: string | undefined,
  scrollToRow: (row: number) => void,
) => {
  const pinned = useRef<string>(undefined)
  const goTo = useCallback(
    (messageId: string) => {
      pinned.current = messageId
      const row = rowOfMessage.get(messageId)
      if (row !== undefined) scrollToRow(row)
    },
    [rowOfMessage, scrollToRow],
  )
  const arrive = useEffectEvent(goTo)
  // The external system is the window's scroll position: a new target takes it along.
  useEffect(() => {
    if (target !== undefined) arrive(target)
  }, [target])
  // The same system: rows that were loaded are the reason to look again (`goTo` is new with them).
  useEffect(() => {
    if (pinned.current !== undefined) goTo(pinned.current)
  }, [goTo])
  // The external system is the reader's hand.
  useEffect(() => {
    const release = () => {
      pinned.current = undefined
    }
    const options = { capture: true, passive: true }
    for (const type of READER_EVENTS) addEventListener(type, release, options)
    return () => {
      for (const type of READER_EVENTS) removeEventListener(type, release, options)
    }
  }, [])
  return goTo
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
