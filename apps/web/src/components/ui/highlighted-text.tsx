import { splitByRanges } from '../../lib/highlight-ranges.ts'

/** Text with its matching parts marked; always text nodes, whatever it says. */
export const HighlightedText = ({
  text,
  ranges,
}: {
  text: string
  ranges: readonly (readonly [number, number])[]
}) => (
  <>
    {splitByRanges(text, ranges).map((part) =>
      part.isMatch ? <mark key={part.at}>{part.text}</mark> : part.text,
    )}
  </>
)
