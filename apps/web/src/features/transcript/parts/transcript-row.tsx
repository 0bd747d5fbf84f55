'use client'

import type { MessageKind } from '@teamlore/shared'
import { memo } from 'react'
import type { TranscriptRow as Row } from '../model/rows.ts'
import { AssistantRow } from './assistant-row.tsx'
import { HumanRow } from './human-row.tsx'
import { QuietRow } from './quiet-row.tsx'
import { RemovedRow } from './removed-row.tsx'
import './transcript-row.css'

const BY_KIND: Record<MessageKind, typeof HumanRow> = {
  human: HumanRow,
  assistant: AssistantRow,
  tool_result: QuietRow,
  injected: QuietRow,
  summary: QuietRow,
  command: QuietRow,
}

const NAMES: Record<MessageKind, string> = {
  human: 'Prompt',
  assistant: 'Answer',
  tool_result: 'Tool result',
  injected: 'Added by the tool',
  summary: 'Summary',
  command: 'Command',
}

/** One entry of a transcript. */
export const TranscriptRow = memo(({ row, isTarget }: { row: Row; isTarget: boolean }) => {
  const Kind = row.removed > 0 ? RemovedRow : BY_KIND[row.message.kind]
  return (
    <article
      id={row.message.id}
      className="transcript-row"
      aria-label={NAMES[row.message.kind]}
      data-kind={row.message.kind}
      data-abandoned={row.message.is_abandoned || undefined}
      data-target={isTarget || undefined}
    >
      <Kind row={row} />
    </article>
  )
})
TranscriptRow.displayName = 'TranscriptRow'
