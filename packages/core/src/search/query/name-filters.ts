import { redactSecrets } from '@teamlore/redaction'
import type { SearchQuery } from '@teamlore/shared'
import { momentInWords } from '../../text/moment-in-words.ts'
import { printFilter } from './print-filter.ts'
import type { TypedFilter, TypedQuery } from './query.types.ts'

/** What narrows a question, as sentences name it. */
export type NamedFilters = {
  /** How one begins that says what is not there. */
  nothing: string
  /** The whole of one, where no words were asked for. */
  nothingFits: string
  /** How one begins, or goes on, that says what is there without all of this. */
  without: { named: string; again: string }
}

type Narrowing = Pick<SearchQuery, 'scope'> &
  Pick<TypedQuery, 'excluded'> & {
    /** The time that is asked about. */
    asOf?: Date | undefined
  }

const MAX_NAMED = 3
const MAX_CHARS = 60

/** Undefined where nothing narrows. The time that is asked about is no filter: nobody typed one. */
export const nameFilters = (
  applied: readonly TypedFilter[],
  { asOf, ...narrowing }: Narrowing,
): NamedFilters | undefined => {
  const filters = listFilters(applied, narrowing)
  if (asOf === undefined) return filters && ofFilters(filters)
  const at = `As of ${momentInWords(asOf)}`
  if (filters === undefined)
    return {
      nothing: `${at} nothing here`,
      nothingFits: `${at} there was nothing here.`,
      without: { named: 'Now', again: 'now' },
    }
  const { nothing, nothingFits, without } = ofFilters(filters)
  return {
    nothing: `${at} ${lowered(nothing)}`,
    nothingFits: `${at} ${lowered(nothingFits)}`,
    without: { named: `Now and ${lowered(without.named)}`, again: `now and ${without.again}` },
  }
}

type Listed = { named: string; isOne: boolean }

const ofFilters = ({ named, isOne }: Listed): NamedFilters => ({
  nothing: `Nothing that fits ${named}`,
  nothingFits: `Nothing fits ${named}.`,
  without: { named: `Without ${named}`, again: isOne ? 'without it' : 'without them' },
})

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** `tool:codex and branch:main`, or "the filters" where naming them is no help. */
const listFilters = (
  applied: readonly TypedFilter[],
  { scope, excluded }: Omit<Narrowing, 'asOf'>,
): Listed | undefined => {
  const names = [
    ...applied.map(printFilter),
    ...excluded.map(({ kind, text }) => (kind === 'phrase' ? `-"${text}"` : `-${text}`)),
    ...(scope === 'session' || scope === 'knowledge' ? [`the scope "${scope}"`] : []),
  ]
  if (names.length === 0) return undefined
  const isOne = names.length === 1
  const short = names.filter((name) => name !== undefined && name.length <= MAX_CHARS)
  if (short.length < names.length || names.length > MAX_NAMED)
    return { named: isOne ? 'the filter' : 'the filters', isOne }
  // An answer is kept by whoever asked, and in more places than the question.
  return { named: listed(short.map((name) => redactSecrets(name ?? '').text)), isOne }
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
