import type { Candidate } from './candidate.ts'

const LEAD_IN =
  /^(?:(?:so|but|and|also|yes|good|note that|confirmed|found it|no|ok)[,:]?\s+(?:[—–-]\s+)?)+|^(?:the )?(?:(?:real|actual|root|underlying|main|core|key|only|whole|exact) )*(?:issue|problem|cause|reason|insight|bug|catch|fix|finding|key distinction)(?: here)? (?:is|was)(?: simple| clear)?(?: that|[:,]| —| -)? |^(?:this|it)(?:'s| is) (?:expected [—–-] |a |an )|^this means (?=if|when)|^[A-Z][a-z]+ \d+ (?:—|–|-|\()\s*|^(?:problem|fix|note|root cause|primary|secondary|cause)(?: \d)?:\s*/i
/** Labels that name the form and not the subject. */
const FORM_LABEL =
  /cause|problem|issue|fix|note|warning|result|key|insight|simple|clear|bug|worth|takeaway/i
const ASIDES = [
  /\s*\((?:e\.g\.|i\.e\.|such as|like|for example)[^()]*\)/gi,
  /\s*\([^()`]{25,}\)/g,
  /\s+[—–-]\s+(?!because|so|not)[^—–]*$/,
]
const SHORTEST = { afterAside: 60, firstSentence: 50 }

const tidy = (text: string) =>
  text
    .replace(
      /\s+\((?:lines?|line) [^)]*\)|\s*\(`?[\w./-]+:\d+(?:[-–]\d+)?`?\)|:\d+(?:[-–]\d+)?(?=`)/g,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[:;,.\s]+|[.:;,\s]+$/g, '')

/** Upper case, unless it begins with a name in code: those keep their letters. */
export const startSentence = (text: string): string =>
  /^[a-z]+(?:[A-Z_(./-]|\b\s*\()/.test(text)
    ? text
    : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

const withoutLeadIn = (text: string): string => {
  let rest = text
  for (let round = 0; round < 3; round++) rest = rest.replace(LEAD_IN, '').trim()
  return rest
}

const withoutAsides = (title: string, max: number): string =>
  ASIDES.reduce((text, aside) => {
    if (text.length <= max) return text
    const shorter = tidy(text.replace(aside, ''))
    return shorter.length >= SHORTEST.afterAside ? shorter : text
  }, title)

/** As many whole sentences as fit; undefined when not even the first does. */
const wholeSentences = (title: string, max: number): string | undefined => {
  if (title.length <= max) return title
  const ends = [...title.matchAll(/[.;](?=\s+[A-Z`])/g)].map(({ index }) => index)
  const end = Math.max(0, ...ends.filter((n) => n <= max))
  return end < SHORTEST.firstSentence ? undefined : title.slice(0, end)
}

/**
 * The sentence as a statement of its own. Asides go before words do, and never the half after "because" or "so";
 * undefined when nothing whole is left.
 */
export const findingTitle = (
  { text, label }: Pick<Candidate, 'text' | 'label'>,
  max: number,
): string | undefined => {
  const subject = label !== '' && !FORM_LABEL.test(label) ? `${label}: ` : ''
  const title = wholeSentences(withoutAsides(tidy(subject + withoutLeadIn(text)), max), max)
  return title === undefined ? undefined : startSentence(title)
}
