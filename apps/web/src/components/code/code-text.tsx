'use client'

import type { Language } from '../../lib/language.ts'
import type { CodeLine } from './highlighter.ts'
import { useHighlighted } from './use-highlighted.ts'

/** The code itself as text nodes, coloured when its colours have arrived. */
export const CodeText = ({
  text,
  language,
  firstLine,
}: {
  text: string
  language: Language | undefined
  firstLine: number | undefined
}) => {
  const lines = useHighlighted(text, language)
  if (firstLine === undefined && !lines) return <code>{text}</code>
  return (
    <code>
      {(lines ?? plainLines(text)).map((line) => (
        <Line key={line.number} line={line} firstLine={firstLine} />
      ))}
    </code>
  )
}

const plainLines = (text: string): CodeLine[] =>
  text
    .split('\n')
    .map((content, number) => ({ number, tokens: [{ text: content, kind: undefined, at: 0 }] }))

const Line = ({ line, firstLine }: { line: CodeLine; firstLine: number | undefined }) => (
  <span className="code-line" data-numbered={firstLine === undefined ? undefined : true}>
    {firstLine !== undefined && (
      <span className="code-line-number" data-number={firstLine + line.number} aria-hidden />
    )}
    {line.tokens.map((token) =>
      token.kind === undefined ? (
        token.text
      ) : (
        <span key={token.at} className={`code-${token.kind}`}>
          {token.text}
        </span>
      ),
    )}
    {'\n'}
  </span>
)
