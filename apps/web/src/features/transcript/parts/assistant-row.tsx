'use client'

import { Markdown } from '../../../components/markdown/index.ts'
import { compactNumber } from '../../../lib/format/number.ts'
import { plainLine, shorten } from '../../../lib/format/plain-text.ts'
import { isToolCall, type PlacedBlock, type TranscriptRow } from '../model/rows.ts'
import './assistant-row.css'
import { Fold } from './fold.tsx'
import { OtherBlock } from './other-block.tsx'
import { RowHead } from './row-head.tsx'
import { ToolCall } from './tool-call.tsx'
import { ToolResult } from './tool-result.tsx'
import { WholeText } from './whole-text.tsx'

/** What the coding tool said and did. */
export const AssistantRow = ({ row }: { row: TranscriptRow }) => (
  <div className="assistant-row">
    {!row.isContinued && (
      <RowHead message={row.message}>
        <span className="row-head-name tl-foreign">
          {row.message.model ? shorten(plainLine(row.message.model), 60) : 'Assistant'}
        </span>
      </RowHead>
    )}
    {row.blocks.map((placed) => (
      <AssistantBlock key={placed.index} placed={placed} row={row} />
    ))}
  </div>
)

const AssistantBlock = ({ placed, row }: { placed: PlacedBlock; row: TranscriptRow }) => {
  if (isToolCall(placed)) {
    const { id } = placed.block
    return <ToolCall placed={placed} results={id === null ? undefined : row.results.get(id)} />
  }
  const { block } = placed
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? null : (
        <div className="assistant-words">
          <WholeText placed={placed} text={block.text}>
            {(text) => <Markdown text={text} />}
          </WholeText>
        </div>
      )
    case 'thinking':
      return <Thinking placed={placed} text={block.text} />
    case 'tool_result':
      return <ToolResult placed={placed} />
    default:
      return <OtherBlock placed={placed} />
  }
}

const Thinking = ({ placed, text }: { placed: PlacedBlock; text: string }) =>
  text.trim() === '' ? null : (
    <Fold
      foldKey={`thinking ${placed.messageId} ${placed.index}`}
      line={
        <>
          <span>Thinking</span>
          <span className="assistant-thought tl-foreign">{shorten(plainLine(text), 160)}</span>
          <span className="tool-call-outcome">
            {compactNumber(text.length + placed.truncatedChars)} chars
          </span>
        </>
      }
    >
      <div className="assistant-thinking">
        <WholeText placed={placed} text={text}>
          {(whole) => <Markdown text={whole} />}
        </WholeText>
      </div>
    </Fold>
  )
