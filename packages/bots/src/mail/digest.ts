import type { Digest } from '@teamlore/shared/digest'
import { plural } from '@teamlore/shared/plural'

const LINE_CHARS = 200

/** One line without control characters, as mail programs break and colour by them. */
const oneLine = (text: string, max = LINE_CHARS): string => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= max ? line : `${line.slice(0, max - 1).trimEnd()}…`
}

type Item = Digest['decisions']['items'][number]

/** What holds, and not what it is about: who reads it should not have to open each. */
const itemOf = (pages: string, { id, statement }: Item): string[] => [
  `- ${oneLine(statement)}`,
  `  ${pages}/memories/${id}`,
]

const listOf = (head: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [head, '', ...lines, '']

/** The week of a team as plain text: no picture, no tracking, and links to this server alone. */
export const mailDigestOf = (
  { week, decisions, review, contradictions, stale }: Digest,
  { team, pages }: { team: string; pages: string },
): { subject: string; text: string } => ({
  subject: `What ${oneLine(team, 60)} knows: week to ${week}`,
  text: [
    ...listOf(
      `${plural(decisions.count, 'new decision')}:`,
      decisions.items.flatMap((item) => itemOf(pages, item)),
    ),
    ...(review.count === 0
      ? []
      : [`${plural(review.count, 'draft')} to review: ${pages}/memories/review`, '']),
    ...listOf(
      `${plural(contradictions.count, 'contradiction')} that nobody has decided:`,
      contradictions.items.flatMap(({ first, second }) => [
        ...itemOf(pages, first),
        ...itemOf(pages, second).map((line) => `  ${line}`),
      ]),
    ),
    ...listOf(
      `${plural(stale.count, 'memory', 'memories')} that may be stale:`,
      stale.items.flatMap((item) => itemOf(pages, item)),
    ),
    'It holds only what everybody in the team may read.',
    `You asked for this each week. Switch it off: ${pages}/settings#digest`,
  ].join('\n'),
})
