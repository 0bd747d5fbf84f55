'use client'

import { diffLines } from '@teamlore/shared/line-diff'
import { useMemo } from 'react'
import { CopyButton } from '../../../components/ui/copy-button.tsx'
import { ScrollBox } from '../../../components/ui/scroll-box.tsx'
import { plainText } from '../../../lib/format/plain-text.ts'
import './diff.css'

const WORDS = { '+': 'added', '-': 'removed', ' ': undefined } as const

/** What an edit took away and put in its place. */
export const Diff = ({ before, after }: { before: string; after: string }) => {
  const lines = useMemo(
    () =>
      diffLines(plainText(before), plainText(after)).map((line, number) => ({ ...line, number })),
    [before, after],
  )
  return (
    <div className="code-block">
      <ScrollBox label="change" className="code-block-scroll">
        <pre className="diff">
          {lines.map((line) => (
            <span key={line.number} className="diff-line" data-change={WORDS[line.sign]}>
              <span className="diff-sign" aria-hidden>
                {line.sign}
              </span>
              {line.text}
              {'\n'}
            </span>
          ))}
        </pre>
      </ScrollBox>
      <div className="code-block-tools">
        <CopyButton text={after} label="Copy the new text" />
      </div>
    </div>
  )
}
