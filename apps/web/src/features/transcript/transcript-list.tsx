'use client'

import { useCallback } from 'react'
import { goToHash } from '../../lib/use-hash.ts'
import { promptAt } from './model/prompt-at.ts'
import type { Transcript } from './model/rows.ts'
import { Outline } from './outline.tsx'
import { TranscriptRow } from './parts/transcript-row.tsx'
import { TranscriptEdge } from './transcript-edge.tsx'
import { TranscriptTools } from './transcript-tools.tsx'
import type { useMessages } from './use-messages.ts'
import { useRowWindow } from './use-row-window.ts'
import type { OutlinePrompt } from './use-session-prompts.ts'

/** The rows near the screen; the others are only room. */
export const TranscriptList = ({
  transcript,
  messages,
  prompts,
  target,
}: {
  transcript: Transcript
  messages: ReturnType<typeof useMessages>
  prompts: readonly OutlinePrompt[]
  target: string | undefined
}) => {
  const { rows, rowOfMessage } = transcript
  const shown = useRowWindow(transcript, messages, target)
  const targetRow = target === undefined ? undefined : rowOfMessage.get(target)
  const current = promptAt(prompts, rows[shown.firstRow]?.message.ordinal)
  const { scrollTo } = shown
  // Stable, so that scrolling draws rows and not the whole outline.
  const jump = useCallback(
    (id: string) => {
      goToHash(id)
      scrollTo(id)
    },
    [scrollTo],
  )
  return (
    <div className="transcript">
      <div className="transcript-column">
        <TranscriptTools prompts={prompts} current={current} onJump={jump} />
        <TranscriptEdge
          side="top"
          hasMore={messages.hasPreviousPage}
          isLoading={messages.isFetchingPreviousPage}
          error={messages.isFetchPreviousPageError ? messages.error : undefined}
          onMore={messages.fetchPreviousPage}
        />
        <div ref={shown.measureTop} className="transcript-rows" style={{ height: shown.height }}>
          {shown.items.map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <div
                  key={item.key}
                  ref={shown.measureRow}
                  data-index={item.index}
                  className="transcript-place"
                  style={{ transform: `translateY(${item.start - shown.top}px)` }}
                >
                  <TranscriptRow row={row} isTarget={item.index === targetRow} />
                </div>
              )
            )
          })}
        </div>
        <TranscriptEdge
          side="bottom"
          hasMore={messages.hasNextPage}
          isLoading={messages.isFetchingNextPage}
          error={messages.isFetchNextPageError ? messages.error : undefined}
          onMore={messages.fetchNextPage}
        />
      </div>
      <Outline prompts={prompts} current={current} onJump={jump} />
    </div>
  )
}
