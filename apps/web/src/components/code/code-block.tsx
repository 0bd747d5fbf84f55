'use client'

import { plainText } from '../../lib/format/plain-text.ts'
import type { Language } from '../../lib/language.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ScrollBox } from '../ui/scroll-box.tsx'
import { CodeText } from './code-text.tsx'
import './code-block.css'

/** Code or output in a box that scrolls by itself, with its colours and a button that copies it as it was. */
export const CodeBlock = ({
  code,
  language,
  label,
  firstLine,
  wrap = false,
}: {
  code: string
  language?: Language | undefined
  /** What it is, for those who do not see it. */
  label: string
  /** Number of the first line; without it no numbers are shown. */
  firstLine?: number | undefined
  wrap?: boolean
}) => {
  const text = plainText(code).replace(/\n+$/, '')
  return (
    <div className="code-block">
      <ScrollBox label={label} className="code-block-scroll" wraps={wrap}>
        <pre>
          <CodeText text={text} language={language} firstLine={firstLine} />
        </pre>
      </ScrollBox>
      <div className="code-block-tools">
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
    </div>
  )
}
