'use client'

import { Markdown } from '../../../components/markdown/index.ts'
import { compactCount } from '../../../lib/format/number.ts'
import { plainLine, shorten } from '../../../lib/format/plain-text.ts'
import { isToolCall, type PlacedBlock, type TranscriptRow } from '../model/rows.ts'
import './block-view.css'
import { Fold } from './fold.tsx'
import { OtherBlock } from './other-block.tsx'
import { ToolCall } from './tool-call.tsx'
import { ToolResult } from './tool-result.tsx'
import { WholeText } from './whole-text.tsx'

/** Any block, in whatever message it stands: none may be left out because nobody expected it there. */
export const BlockView = ({ placed, row }: { placed: PlacedBlock; row: TranscriptRow }) => {
  if (isToolCall(placed)) {
    const { id } = placed.block
    return <ToolCall placed={placed} results={id === null ? undefined : row.results.get(id)} />
  }
  const { block } = placed
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? null : (
        <div className="block-words">
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
          <span className="fold-preview tl-foreign">{shorten(plainLine(text), 160)}</span>
          <span className="tool-call-outcome">
            {compactCount(text.length + placed.truncatedChars, 'char')}
          </span>
        </>
      }
    >
      <div className="block-thinking">
        <WholeText placed={placed} text={text}>
          {(whole) => <Markdown text={whole} />}
        </WholeText>
      </div>
    </Fold>
  )
