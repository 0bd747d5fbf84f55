import type { ChangeItem, ChangeReport } from '@teamlore/shared/change-report'
import type { RequiredKind } from '@teamlore/shared/integrations'
import { plural } from '@teamlore/shared/plural'
import { failingItems } from '../change-report/gate.ts'
import { markdownOf } from '../change-report/markdown.ts'
import { bearsOf, doubtsOf, headOf, sentenceOf } from '../change-report/words.ts'

/** An item that somebody has seen, and where they wrote so. */
type Acknowledged = { memoryId: string; isOverride: boolean; commentUrl: string; madeAt: Date }

/** What is asked for, and what of it somebody has seen. */
export type Asking = {
  /** Kinds that have to be acknowledged; none: the check is advice. */
  required: readonly RequiredKind[]
  acknowledged: readonly Acknowledged[]
}

type Options = Partial<Asking> & {
  pages: string
  isPublic: boolean
  numbers?: ReadonlyMap<string, number> | undefined
}

type Annotation = { path: string; line: number; title: string; message: string }

/** More are counted, and not named one by one. */
const MAX_NAMED = 20

const NAME = 'Teamlore'
const QUIET = 'Nothing that the team knows bears on this change'

/** What a host takes of one text, with room for what stands before it. */
const MAX_CHARS = 63_000

const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Hosts show annotations as they are. */
const plain = (text: string): string => text.replace(UNSEEN, '')

const annotationOf = (item: ChangeItem): Annotation[] =>
  item.path === null || item.bears_by === 'file_gone'
    ? []
    : [
        {
          path: item.path,
          line: item.line ?? 1,
          title: headOf(item),
          message: plain(
            [sentenceOf(item), `Shown because ${bearsOf(item)}.`, ...doubtsOf(item)].join('\n'),
          ),
        },
      ]

type Numbers = ReadonlyMap<string, number> | undefined

const nameOf = (numbers: Numbers, id: string): string => String(numbers?.get(id) ?? id)

/** All in a line, for hosts that show no more of a check. */
const briefOf = (items: number, waiting: readonly ChangeItem[], numbers: Numbers): string => {
  const title = titleOf(items, waiting.length)
  const named = waiting.slice(0, MAX_NAMED).flatMap(({ id }) => numbers?.get(id) ?? [])
  return named.length === 0 ? title : `${title}: ${named.join(', ')}. Say /lore ack ${named[0]}`
}

const waitingLines = (waiting: readonly ChangeItem[], numbers: Numbers): string[] => {
  if (waiting.length === 0) return []
  const more = waiting.length - MAX_NAMED
  const named = waiting.slice(0, MAX_NAMED).map(({ id }) => nameOf(numbers, id))
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return [
    `**To be acknowledged: ${names}.** A member who did not open this change comments \`/lore ack ${nameOf(numbers, waiting[0]?.id ?? '')}\`. An admin lets all of it pass by \`/lore override REASON\`.`,
    '',
  ]
}

/** Who it was stands in the comment that is linked, and in the audit log; a check names nobody. */
const traceLines = (seen: readonly Acknowledged[], numbers: Numbers): string[] =>
  seen.length === 0
    ? []
    : [
        ...seen
          .slice(0, MAX_NAMED)
          .map(
            ({ memoryId, isOverride, commentUrl, madeAt }) =>
              `- ${nameOf(numbers, memoryId)} was ${isOverride ? 'overridden' : 'acknowledged'} on ${madeAt.toISOString().slice(0, 10)} in [this comment](${commentUrl})`,
          ),
        ...(seen.length > MAX_NAMED ? [`- and ${seen.length - MAX_NAMED} more`] : []),
        '',
      ]

const titleOf = (items: number, waiting: number): string =>
  waiting > 0
    ? `${plural(waiting, 'thing')} to be acknowledged`
    : `${plural(items, 'thing')} the team knows of this change`

/** Where there is nothing to say: a host that asks for the check waits for it all the same. */
export const QUIET_CHECK = {
  name: NAME,
  conclusion: 'success' as const,
  title: QUIET,
  brief: QUIET,
  summary: `${QUIET}.`,
  annotations: [] as Annotation[],
}

const stateOf = (report: ChangeReport, { required = [], acknowledged = [], numbers }: Options) => {
  const asked = failingItems(report, required)
  const seen = acknowledged.filter(({ memoryId }) => asked.some(({ id }) => id === memoryId))
  const waiting = asked.filter(({ id }) => !seen.some(({ memoryId }) => memoryId === id))
  return { waiting, lines: [...waitingLines(waiting, numbers), ...traceLines(seen, numbers)] }
}

/** What is asked for and what somebody has seen, for a comment that says what its check has no room for. */
export const askingLines = (report: ChangeReport, options: Options): string[] =>
  stateOf(report, options).lines

/** Advice, which keeps nobody from merging, unless a kind has to be acknowledged and is not. */
export const checkOf = (report: ChangeReport, options: Options) => {
  const { pages, isPublic, numbers } = options
  const { items } = report
  if (items.length === 0) return QUIET_CHECK
  const { waiting, lines } = stateOf(report, options)
  const head = lines.join('\n')
  return {
    name: NAME,
    conclusion: waiting.length > 0 ? ('action_required' as const) : ('neutral' as const),
    title: titleOf(items.length, waiting.length),
    brief: briefOf(items.length, waiting, numbers),
    summary: [
      ...(head === '' ? [] : [head]),
      markdownOf(report, { pages, isPublic, numbers, most: MAX_CHARS - head.length }),
    ].join('\n'),
    annotations: items.flatMap(annotationOf),
  }
}
