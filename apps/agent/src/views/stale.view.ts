import type { StaleList } from '@teamlore/shared/stale'
import { plural } from '../output/format.ts'
import { bold, cyan, dim, type Line } from '../output/line.ts'

const STATES = {
  fresh: 'as it was',
  dirty: 'the code has changed',
  broken: 'the code is gone',
  unknown: 'unknown',
} as const

type Anchor = StaleList['items'][number]['memory']['anchors'][number]

const placeOf = ({ path, symbol, start_line, end_line }: Anchor): string =>
  [
    path,
    ...(symbol === null ? [] : [`#${symbol}`]),
    ...(start_line === null ? [] : [`:${start_line}`]),
    ...(end_line === null || end_line === start_line ? [] : [`-${end_line}`]),
  ].join('')

export const staleLines = ({ items, total, news }: StaleList): Line[] =>
  items.length === 0
    ? [['No memory is about code that has changed since.']]
    : [
        [
          `${plural(total, 'memory', 'memories')} to look at${news === 0 ? '' : `, ${news} of yours that you have not seen yet`}.`,
        ],
        ...items.flatMap(({ memory, is_news }): Line[] => [
          [],
          [cyan(memory.id), '  ', bold(memory.statement), is_news ? dim('  new') : ''],
          ...memory.anchors
            .filter(({ state }) => state !== 'fresh')
            .map((anchor): Line => [dim(`    ${placeOf(anchor)}: ${STATES[anchor.state]}`)]),
          ...(memory.stale === null
            ? []
            : [[dim(`    said to be stale: ${memory.stale.reason}`)] as Line]),
        ]),
        [],
        [
          dim(
            '`lore memory ID --confirm` says that one still holds, `lore memory ID --says STATEMENT` what holds instead.',
          ),
        ],
      ]
