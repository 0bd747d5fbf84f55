import type { Digest } from '@teamlore/shared/digest'
import { plural } from '@teamlore/shared/plural'
import { type Block, context, header, type Message, messageOf, section } from './blocks.ts'
import { linkTo } from './plain-mrkdwn.ts'

type Item = Digest['decisions']['items'][number]

const ITEM_CHARS = 180
const MOST_SHOWN = 5

/** What holds, and not what it is about. */
const itemOf = (pages: string, { id, statement }: Item): string =>
  linkTo(`${pages}/memories/${id}`, statement, ITEM_CHARS)

const listOf = (pages: string, head: string, items: readonly Item[]): Block[] =>
  items.length === 0
    ? []
    : [
        section(
          [
            `*${head}*`,
            ...items.slice(0, MOST_SHOWN).map((item) => `• ${itemOf(pages, item)}`),
          ].join('\n'),
        ),
      ]

/** The week of a team in a channel. */
export const digestOf = (digest: Digest, { pages }: { pages: string }): Message => {
  const { week, decisions, review, contradictions, stale } = digest
  const head = `What the team knows: week to ${week}`
  const waits =
    review.count === 0
      ? []
      : [
          section(
            `*${plural(review.count, 'draft')} to review*: ${linkTo(`${pages}/memories/review`, 'open the queue', ITEM_CHARS)}`,
          ),
        ]
  const pairs = contradictions.items.slice(0, MOST_SHOWN)
  return messageOf(head, [
    header(head),
    ...listOf(pages, plural(decisions.count, 'new decision'), decisions.items),
    ...waits,
    ...(pairs.length === 0
      ? []
      : [
          section(
            [
              `*${plural(contradictions.count, 'contradiction')} that nobody has decided*`,
              ...pairs.map(
                ({ first, second }) => `• ${itemOf(pages, first)} ↔ ${itemOf(pages, second)}`,
              ),
            ].join('\n'),
          ),
        ]),
    ...listOf(pages, `${plural(stale.count, 'memory', 'memories')} that may be stale`, stale.items),
    context('It holds only what everybody in the team may read.'),
  ])
}
