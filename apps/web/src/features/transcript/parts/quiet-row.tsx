'use client'

import { compactCount } from '../../../lib/format/number.ts'
import { plainLine, shorten } from '../../../lib/format/plain-text.ts'
import { commandText, messageText } from '../model/message-text.ts'
import type { TranscriptRow } from '../model/rows.ts'
import { BlockView } from './block-view.tsx'
import { Fold } from './fold.tsx'
import './quiet-row.css'

const NAMES: Record<string, string> = {
  injected: 'Added by the tool',
  summary: 'Summary of what came before',
  tool_result: 'Result without its call',
}

/** What neither a person nor the model said: one quiet line, the rest inside. */
export const QuietRow = ({ row }: { row: TranscriptRow }) => {
  const { message } = row
  if (message.kind === 'command') return <CommandRow row={row} />
  const text = messageText(message)
  const chars = row.blocks.reduce(
    (sum, { block, truncatedChars }) =>
      sum + truncatedChars + ('text' in block ? (block.text?.length ?? 0) : 0),
    0,
  )
  return (
    <Fold
      foldKey={`quiet ${message.id}`}
      line={
        <>
          <span className="quiet-row-name">{NAMES[message.kind] ?? message.role}</span>
          <span className="fold-preview tl-foreign">{shorten(plainLine(text), 160)}</span>
          {chars > 0 && <span className="tool-call-outcome">{compactCount(chars, 'char')}</span>}
        </>
      }
    >
      {row.blocks.map((placed) => (
        <BlockView key={placed.index} placed={placed} row={row} />
      ))}
    </Fold>
  )
}

const CommandRow = ({ row }: { row: TranscriptRow }) => (
  <Fold
    foldKey={`quiet ${row.message.id}`}
    line={
      <>
        <span className="quiet-row-name">Command</span>
        <code className="quiet-row-command tl-foreign">
          {shorten(plainLine(commandText(row.message)), 160)}
        </code>
      </>
    }
  >
    {row.blocks.map((placed) => (
      <BlockView key={placed.index} placed={placed} row={row} />
    ))}
  </Fold>
)
