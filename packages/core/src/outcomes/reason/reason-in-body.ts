const MOST_CHARS = 400

/** What git, a forge or a template puts there, and who else worked on it. */
const NOT_SAID =
  /^(?:this reverts (?:commits? [0-9a-f]{7,64}|(?:merge|pull) request [\w./#!-]+)[.,]?|(?:this )?reverts? [\w./-]*[#!]\d+\.?|revert(?:ed|s)? commit\b.*|\(cherry picked from .*|[A-Z][A-Za-z-]*(?:-by|-to|-id|s)?: \S.*|#.*|https?:\/\/\S+)$/i
const SAYS_WHY = /^(?:reason|why|because|rationale|motivation)\b\s*:?\s*/i

/**
 * Why a commit takes something back, as its message says beside what git wrote there itself; undefined where it does not. Older agents
 * send the subject with it, which is no reason.
 */
export const reasonInBody = (body: string, subject = ''): string | undefined => {
  const said = body
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' ') !== subject.trim())
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && (SAYS_WHY.test(line) || !NOT_SAID.test(line)))
        .join(' ')
        .replace(/^this reverts commit [0-9a-f]{7,64}\b[.,]?\s*/i, '')
        .replace(SAYS_WHY, ''),
    )
    .filter((paragraph) => paragraph.split(/\s+/).length >= 3)
  const [first] = said
  return first === undefined ? undefined : wholeSentences(first)
}

/** Whole sentences as far as there is room; the first one cut at a word where it alone is longer. */
const wholeSentences = (text: string): string => {
  if (text.length <= MOST_CHARS) return text
  const ends = [...text.matchAll(/[.!?](?=\s)/g)].map(({ index }) => index + 1)
  const end = ends.findLast((at) => at <= MOST_CHARS)
  return text.slice(0, end ?? text.lastIndexOf(' ', MOST_CHARS))
}
