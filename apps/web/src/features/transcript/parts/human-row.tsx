'use client'

import { CodeBlock } from '../../../components/code/index.ts'
import { plainLine, plainText } from '../../../lib/format/plain-text.ts'
import { languageOfFence } from '../../../lib/language.ts'
import { promptParts } from '../model/prompt-parts.ts'
import type { PlacedBlock, TranscriptRow } from '../model/rows.ts'
import { BlockView } from './block-view.tsx'
import { useFold, useTranscriptContext } from './transcript-context.ts'
import './human-row.css'
import { count } from '../../../lib/format/number.ts'
import { RowHead } from './row-head.tsx'
import { WholeText } from './whole-text.tsx'

/** What a person said: the only thing in a transcript that is set like a voice. */
export const HumanRow = ({ row }: { row: TranscriptRow }) => {
  const { authorName, promptNumbers } = useTranscriptContext()
  const number = promptNumbers.get(row.message.id)
  return (
    <div className="human-row">
      <RowHead message={row.message}>
        <span className="row-head-name tl-foreign">{plainLine(authorName)}</span>
        {number !== undefined && <span className="human-row-number">prompt {number}</span>}
      </RowHead>
      {row.blocks.map((placed) => (
        <PromptBlock key={placed.index} placed={placed} row={row} />
      ))}
    </div>
  )
}

const PromptBlock = ({ placed, row }: { placed: PlacedBlock; row: TranscriptRow }) => {
  const { block } = placed
  if (block.type !== 'text') return <BlockView placed={placed} row={row} />
  return (
    <WholeText placed={placed} text={block.text}>
      {(text, isWhole) => <Words placed={placed} text={text} mayFold={isWhole} />}
    </WholeText>
  )
}

const LONG_LINES = 24
const LONG_CHARS = 1_800

/** Long prompts (a pasted log, a whole file) show their beginning. */
const Words = ({
  placed,
  text,
  mayFold,
}: {
  placed: PlacedBlock
  text: string
  mayFold: boolean
}) => {
  const [isOpen, toggle] = useFold(`prompt ${placed.messageId} ${placed.index}`)
  const lines = text.split('\n')
  const isLong = mayFold && (lines.length > LONG_LINES || text.length > LONG_CHARS)
  return (
    <>
      <div className="human-row-words" data-folded={(isLong && !isOpen) || undefined} dir="auto">
        {promptParts(plainText(text)).map((part, at) =>
          part.kind === 'code' ? (
            <CodeBlock
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
              key={at}
              code={part.text}
              language={languageOfFence(part.language)}
              label="code"
            />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
            <p key={at} className="tl-foreign">
              {part.text}
            </p>
          ),
        )}
      </div>
      {isLong && (
        <button type="button" className="whole-text-button" onClick={toggle}>
          {isOpen ? 'Show less' : `Show all ${count(lines.length, 'line')}`}
        </button>
      )}
    </>
  )
}
