'use client'

import { Markdown } from '../../../components/markdown/index.ts'
import { compactNumber } from '../../../lib/format/number.ts'
import { plainLine, shorten } from '../../../lib/format/plain-text.ts'
import { commandText, messageText } from '../model/message-text.ts'
import type { PlacedBlock, TranscriptRow } from '../model/rows.ts'
import { Fold } from './fold.tsx'
import { OtherBlock } from './other-block.tsx'
import './quiet-row.css'
import { ToolResult } from './tool-result.tsx'
import { WholeText } from './whole-text.tsx'

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
          <span className="assistant-thought tl-foreign">{shorten(plainLine(text), 160)}</span>
          {chars > 0 && <span className="tool-call-outcome">{compactNumber(chars)} chars</span>}
        </>
      }
    >
      {row.blocks.map((placed) => (
        <QuietBlock key={placed.index} placed={placed} />
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
      <QuietBlock key={placed.index} placed={placed} />
    ))}
  </Fold>
)

const QuietBlock = ({ placed }: { placed: PlacedBlock }) => {
  const { block } = placed
  if (block.type === 'text' || block.type === 'thinking') {
    return (
      <div className="assistant-thinking">
        <WholeText placed={placed} text={block.text}>
          {(text) => <Markdown text={text} />}
        </WholeText>
      </div>
    )
  }
  return block.type === 'tool_result' ? (
    <ToolResult placed={placed} />
  ) : (
    <OtherBlock placed={placed} />
  )
}
