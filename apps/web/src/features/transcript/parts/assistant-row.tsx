'use client'

import { plainLine, shorten } from '../../../lib/format/plain-text.ts'
import type { TranscriptRow } from '../model/rows.ts'
import { BlockView } from './block-view.tsx'
import { RowHead } from './row-head.tsx'

/** What the coding tool said and did. */
export const AssistantRow = ({ row }: { row: TranscriptRow }) => (
  <div>
    {!row.isContinued && (
      <RowHead message={row.message}>
        <span className="row-head-name tl-foreign">
          {row.message.model ? shorten(plainLine(row.message.model), 60) : 'Assistant'}
        </span>
      </RowHead>
    )}
    {row.blocks.map((placed) => (
      <BlockView key={placed.index} placed={placed} row={row} />
    ))}
  </div>
)
