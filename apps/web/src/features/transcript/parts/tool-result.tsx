'use client'

import { CodeBlock } from '../../../components/code/index.ts'
import { count } from '../../../lib/format/number.ts'
import { type Language, languageOfPath } from '../../../lib/language.ts'
import type { ToolKind } from '../model/describe-tool-call.ts'
import { withoutLineNumbers } from '../model/numbered-lines.ts'
import type { PlacedBlock } from '../model/rows.ts'
import { OtherBlock } from './other-block.tsx'
import './tool-result.css'
import { WholeText } from './whole-text.tsx'

/** What a tool answered. */
export const ToolResult = ({
  placed,
  kind = 'other',
  path,
}: {
  placed: PlacedBlock
  kind?: ToolKind
  path?: string | undefined
}) => {
  const { block } = placed
  if (block.type !== 'tool_result') return <OtherBlock placed={placed} />
  if (block.text.trim() === '') {
    return <p className="tool-call-nothing">It answered nothing.</p>
  }
  return (
    <div className="tool-result" data-failed={block.is_error || undefined}>
      <WholeText placed={placed} text={block.text}>
        {(text) => (
          <Output text={text} language={resultLanguage(kind, path)} hasFailed={block.is_error} />
        )}
      </WholeText>
      {block.cut && (
        <p className="tool-result-cut">
          Of {count(block.cut.chars, 'character')}, the beginning and the end were kept.
        </p>
      )}
    </div>
  )
}

/** Only a file that was read is code for certain; output of commands is left as it is. */
const resultLanguage = (kind: ToolKind, path: string | undefined): Language | undefined =>
  kind === 'read' && path !== undefined ? languageOfPath(path) : undefined

const Output = ({
  text,
  language,
  hasFailed,
}: {
  text: string
  language: Language | undefined
  hasFailed: boolean
}) => {
  const numbered = withoutLineNumbers(text)
  const label = hasFailed ? 'error' : 'output'
  if (!numbered) return <CodeBlock code={text} language={language} label={label} wrap />
  return (
    <>
      <CodeBlock
        code={numbered.code}
        language={language}
        label="file"
        firstLine={numbered.firstLine}
      />
      {numbered.rest && <CodeBlock code={numbered.rest} label="note below the file" wrap />}
    </>
  )
}
