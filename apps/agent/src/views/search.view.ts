import {
  afterTitle,
  type GroupedHit,
  MATCH_IN_WORDS,
  type SearchHit,
  type SearchResponse,
  type SearchSessionsResponse,
} from '@teamlore/shared'
import { evidenceWords, otherSideSentence } from '@teamlore/shared/memory-standing'
import { verdictInWords } from '@teamlore/shared/verdicts'
import { day, plural } from '../output/format.ts'
import {
  bold,
  cyan,
  dim,
  type Line,
  match,
  type Piece,
  textOf,
  withText,
  yellow,
} from '../output/line.ts'
import { truncateLine, wrapLine } from '../output/wrap.ts'

type Highlights = SearchHit['snippet']['highlights']

export type ViewOptions = {
  width: number | undefined
  /** Also why each hit ranks where it does. */
  explain?: boolean
}

type HitOptions = ViewOptions & {
  /** Ids of all hits of the answer. */
  shown: ReadonlySet<string>
}

const SNIPPET_LINES = 4

export const searchLines = (response: SearchResponse, options: ViewOptions): Line[] =>
  response.items.flatMap((hit, at, all) => [
    ...(at === 0 ? [] : [[]]),
    ...hitLines(hit, { ...options, shown: new Set(all.map(({ id }) => id)) }),
  ])

const hitLines = (hit: GroupedHit, { width, explain = false, shown }: HitOptions): Line[] => {
  const indent = '  '
  const facts = factsOf(hit)
  const rest = highlighted(afterTitle(hit))
  const snippet = rest.length === 0 ? [] : wrapLine(rest, { width, indent })
  const isCut = snippet.length > SNIPPET_LINES
  return [
    titleLine(hit.title, hit.title_highlights, width),
    ...wrapLine([dim(facts), ...standing(hit)], { width, indent }),
    ...verdictLines(hit, { width, indent }),
    ...(hit.asked === undefined ? [] : wrapLine([dim(`asked: ${hit.asked}`)], { width, indent })),
    ...snippet.slice(0, SNIPPET_LINES),
    ...(isCut ? [[indent, dim('…')]] : []),
    ...touchedLines(hit, { width, indent }),
    ...standingOf(hit, shown).flatMap((sentence) =>
      wrapLine([yellow(sentence)], { width, indent }),
    ),
    ...(explain ? wrapLine([dim(reasonsOf(hit))], { width, indent }) : []),
    [indent, cyan(`lore show ${hit.id}`)],
    ...moreLines(hit, width),
  ]
}

/** Of a memory: what it rests on that changed, and what contradicts it. */
const standingOf = (
  { changed = [], contradicted_by = [] }: SearchHit,
  shown: ReadonlySet<string>,
): string[] => [...changed, ...contradicted_by.map((side) => otherSideSentence(side, shown))]

/** Others of its session, a line each: ids first, since a narrow terminal cuts the ends. */
const moreLines = (
  { more_in_session: more, session_id }: GroupedHit,
  width: number | undefined,
): Line[] => {
  if (more === undefined) return []
  const isAll = more.items.length === more.count
  return [
    ...wrapLine([dim(`${more.count} more in this session${isAll ? '' : ` (${session_id})`}:`)], {
      width,
      indent: '  ',
    }),
    ...more.items.map(({ id, title, title_highlights = [] }) =>
      truncateLine(
        ['    ', cyan(id), '  ', ...markedWith(title, title_highlights, (plain) => plain)],
        width,
      ),
    ),
  ]
}

type Wrapping = { width: number | undefined; indent: string }

/** `answers: “the port is 4000”` */
const verdictLines = ({ verdict }: SearchHit, wrapping: Wrapping): Line[] => {
  if (verdict === undefined) return []
  const words = verdictInWords(verdict)
  return wrapLine([verdict.says === 'answers' ? bold(words) : dim(words)], wrapping)
}

/** `modified src/tide.ts` */
const touchedLines = ({ touched = [] }: SearchHit, { width, indent }: Wrapping): Line[] =>
  touched.length === 0
    ? []
    : wrapLine([dim(touched.map(({ path, how }) => `${how} ${path}`).join(', '))], {
        width,
        indent,
      })

/** Each session with the words of its best hit. */
export const sessionHitLines = (response: SearchSessionsResponse, options: ViewOptions): Line[] =>
  response.items.flatMap(({ session, title_highlights, hits, best, tokens }, at) => {
    const { width, explain = false } = options
    const indent = '  '
    const facts = [
      day(session.ended_at ?? session.started_at),
      session.project?.name,
      session.author.name,
      session.tool,
      plural(hits, 'hit'),
      plural(tokens, 'token'),
    ].filter((fact) => fact !== undefined)
    return [
      ...(at === 0 ? [] : [[]]),
      titleLine(session.title, title_highlights, width),
      ...wrapLine([dim(facts.join(' · '))], { width, indent }),
      ...wrapLine(highlighted(best.snippet), { width, indent }).slice(0, SNIPPET_LINES),
      // A session stands where its best hit does.
      ...(explain ? wrapLine([dim(reasonsOf(best))], { width, indent }) : []),
      [indent, cyan(`lore show ${session.id}`)],
    ]
  })

/** In bold, and what matched as in a snippet. */
const titleLine = (
  text: string,
  highlights: Highlights | undefined,
  width: number | undefined,
): Line => truncateLine(markedWith(text, highlights ?? [], bold), width)

const factsOf = ({
  kind,
  type,
  occurred_at,
  project,
  author,
  tool,
  tokens,
  match: matched,
  said_later_than: corrected,
  repeats,
  evidence,
}: SearchHit): string =>
  [
    type ?? kind,
    occurred_at === null ? undefined : day(occurred_at),
    project?.name,
    author?.name,
    tool,
    plural(tokens, 'token'),
    matched && MATCH_IN_WORDS[matched],
    corrected && 'said later',
    evidence && evidenceWords(evidence),
    repeats && `${repeats.length} more say the same`,
  ]
    .filter((fact) => fact !== undefined && fact !== null && fact !== '')
    .join(' · ')

const ARMS = [
  ['text', 'words'],
  ['vector', 'meaning'],
  ['exact', 'exact names'],
] as const

/** `words 2nd 0.45 + meaning 1st 0.46 = 0.91, kind × 1.06 → 0.965` */
const reasonsOf = ({ score, score_parts }: SearchHit): string => {
  const { unread, fused } = score_parts
  const arms = ARMS.flatMap(([arm, name]) => {
    const part = score_parts[arm]
    return part === null ? [] : [`${name} ${ordinal(part.rank)} ${figure(part.adds)}`]
  })
  if (arms.length === 0) return 'why: newest first; there were no words to rank it by'
  if (unread > 0) arms.push(`not read for meaning, so by its words ${figure(unread)}`)
  const priors = Object.entries(score_parts.priors).map(
    ([name, factor]) => `, ${PRIORS[name] ?? name} × ${figure(factor)}`,
  )
  return `why: ${arms.join(' + ')} = ${figure(fused)}${priors.join('')} → ${figure(score)}`
}

const PRIORS: Readonly<Record<string, string>> = {
  session: 'many hits of its session',
  neighbour: 'the turn before it',
}

const ordinal = (rank: number): string => {
  const last = rank % 100 > 10 && rank % 100 < 14 ? 0 : rank % 10
  return `${rank}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}

const figure = (value: number): string => String(Number(value.toPrecision(3)))

const standing = ({ status }: SearchHit): Piece[] =>
  status === 'current' ? [] : ['  ', yellow(status)]

/** The matched ranges in their own tone. */
const highlighted = ({ text, highlights }: SearchHit['snippet']): Line =>
  markedWith(text, highlights, (plain) => plain)
    .map((piece) => withText(piece, textOf(piece).replace(/\s+/g, ' ')))
    .filter((piece) => piece !== '')

/** Ranges that make no sense are left plain rather than trusted. */
const markedWith = (
  text: string,
  highlights: Highlights,
  plain: (text: string) => Piece,
): Piece[] => {
  const line: Piece[] = []
  let at = 0
  for (const [start, end] of highlights.toSorted(([a], [b]) => a - b)) {
    if (start < at || end <= start || end > text.length) continue
    line.push(plain(text.slice(at, start)), match(text.slice(start, end)))
    at = end
  }
  return [...line, plain(text.slice(at))]
}

/** `3 hits (text, exact; 12 ms)` */
export const hitCount = ({
  items,
  next_cursor,
  arms,
  took_ms,
}: SearchResponse | SearchSessionsResponse): string =>
  `${plural(items.length, items.some((item) => 'session' in item) ? 'session' : 'hit')}${next_cursor === null ? '' : ', and there are more'} (${[arms.join(', '), `${Math.round(took_ms)} ms`].filter((part) => part !== '').join('; ')})`
