import type { TimelineItem, TimelineResponse } from '@teamlore/shared'
import { plural, timeBeside } from '../output/format.ts'
import { bold, cyan, dim, type Line, yellow } from '../output/line.ts'
import { printable } from '../output/printable.ts'
import { truncate } from '../output/text-width.ts'
import { wrapLine } from '../output/wrap.ts'

type Options = { width: number | undefined }

/** Oldest first; what was asked about stands behind a mark. */
export const timelineLines = (
  { items, anchor, has_earlier, has_later }: TimelineResponse,
  { width }: Options,
): Line[] => [
  ...(has_earlier ? [[dim('… there is more before')]] : []),
  ...items.flatMap((item, index) => {
    const before = items[index - 1]
    return itemLines(item, { width, isAnchor: item.id === anchor.id, previous: before?.at ?? null })
  }),
  ...(has_later ? [[dim('… there is more after')]] : []),
]

const itemLines = (
  item: TimelineItem,
  { width, isAnchor, previous }: Options & { isAnchor: boolean; previous: string | null },
): Line[] => {
  const indent = '  '
  const facts = [
    timeBeside(item.at, previous) || 'no time',
    item.type ?? item.kind,
    item.author?.name,
    item.tool,
    plural(item.tokens, 'token'),
  ].filter((fact) => fact !== undefined && fact !== null && fact !== '')
  const title = width === undefined ? item.title : truncate(printable(item.title), width - 2)
  return [
    [isAnchor ? yellow('▶ ') : indent, isAnchor ? bold(title) : title],
    ...wrapLine(
      [
        dim(facts.join(' · ')),
        ...(item.status === 'current' ? [] : ['  ', yellow(item.status)]),
        '  ',
        cyan(item.id),
      ],
      { width, indent: indent + indent },
    ),
  ]
}
