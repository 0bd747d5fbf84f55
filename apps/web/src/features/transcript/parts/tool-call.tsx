'use client'

import {
  IconAlertTriangle,
  IconChecklist,
  IconFilePlus,
  IconFileSearch,
  IconFileText,
  IconHierarchy2,
  IconPencil,
  IconTerminal2,
  IconTool,
  IconWorld,
} from '@tabler/icons-react'
import { compactCount } from '../../../lib/format/number.ts'
import { describeToolCall, filePathOf, type ToolKind } from '../model/describe-tool-call.ts'
import type { PlacedBlock, ToolCallBlock } from '../model/rows.ts'
import { Fold } from './fold.tsx'
import { ToolInput } from './tool-input.tsx'
import { ToolResult } from './tool-result.tsx'
import { useTranscriptContext } from './transcript-context.ts'
import './tool-call.css'

const ICONS: Record<ToolKind, typeof IconTool> = {
  run: IconTerminal2,
  read: IconFileText,
  edit: IconPencil,
  write: IconFilePlus,
  find: IconFileSearch,
  web: IconWorld,
  agent: IconHierarchy2,
  plan: IconChecklist,
  other: IconTool,
}

/** A call of a tool as one line; its input and what came back are inside. */
export const ToolCall = ({
  placed,
  results,
}: {
  placed: ToolCallBlock
  results: readonly PlacedBlock[] | undefined
}) => {
  const { name, input } = placed.block
  const { folder } = useTranscriptContext()
  const { kind, name: shownName, summary } = describeToolCall(name, input, folder)
  const Icon = ICONS[kind]
  const hasFailed = results?.some(isError) ?? false
  return (
    <Fold
      foldKey={`call ${placed.messageId} ${placed.index}`}
      tone={hasFailed ? 'error' : 'tool'}
      line={
        <>
          <Icon className="tool-call-icon" size={15} stroke={1.75} aria-hidden />
          <span className="tool-call-name tl-foreign">{shownName}</span>
          <span className="tool-call-summary tl-foreign">{summary}</span>
          <span className="tool-call-outcome">
            {hasFailed ? (
              <span className="tool-call-error">
                <IconAlertTriangle size={13} stroke={2} aria-hidden />
                failed
              </span>
            ) : (
              outcome(results)
            )}
          </span>
        </>
      }
    >
      <ToolInput kind={kind} input={input} />
      {results?.map((result) => (
        <ToolResult
          key={`${result.messageId} ${result.index}`}
          placed={result}
          kind={kind}
          path={filePathOf(input)}
        />
      ))}
      {!results && <p className="tool-call-nothing">No result is recorded for this call.</p>}
    </Fold>
  )
}

const isError = ({ block }: PlacedBlock): boolean => block.type === 'tool_result' && block.is_error

/** How much came back, so that one sees before unfolding whether it is a line or a book. */
const outcome = (results: readonly PlacedBlock[] | undefined): string => {
  if (!results) return 'no result'
  const chars = results.reduce((sum, { block, truncatedChars }) => {
    if (block.type !== 'tool_result') return sum
    return sum + (block.cut?.chars ?? block.text.length + truncatedChars)
  }, 0)
  return chars === 0 ? '' : compactCount(chars, 'char')
}
