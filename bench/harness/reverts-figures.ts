import type { Row } from './report.ts'
import type { Made } from './reverts-replay.ts'
import type { Draft } from './reverts-server.ts'
import type { History } from './reverts-set.ts'

/** What became of a reason: `invented` where there is none to quote. */
type Quoted = 'right' | 'wrong' | 'missing' | 'invented' | 'none'

export type Judged = {
  history: History
  isRecognised: boolean
  hasDraft: boolean
  quoted: Quoted
  quote: string
  /** For people, where it is not as it should be. */
  row: Row | undefined
}

type Found = {
  made: ReadonlyMap<History, Made>
  relations: readonly { sha: string; other: string }[]
  drafts: readonly Draft[]
}

export const judgeHistories = (
  histories: readonly History[],
  { made, relations, drafts }: Found,
): Judged[] =>
  histories.map((history) => {
    const { tried, takenBack } = made.get(history) ?? {}
    const isRecognised = relations.some(({ sha, other }) => sha === takenBack && other === tried)
    const draft = drafts.find(
      ({ sha, status }) => (sha === tried || sha === takenBack) && status !== 'archived',
    )
    const quote = draft?.reason ?? ''
    const judged = {
      history,
      isRecognised,
      quote,
      hasDraft: draft !== undefined,
      quoted: quotedOf(history, quote),
    }
    return { ...judged, row: rowOf(judged) }
  })

const quotedOf = ({ reasons }: History, quote: string): Quoted => {
  if (reasons.length === 0) return quote === '' ? 'none' : 'invented'
  if (quote === '') return 'missing'
  return reasons.some((reason) => covers(quote, reason)) ? 'right' : 'wrong'
}

/** Four letters in a row, of any script. */
const piecesOf = (text: string): Set<string> => {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return new Set(
    Array.from({ length: Math.max(1, plain.length - 3) }, (_, n) => plain.slice(n, n + 4)),
  )
}

/** Half of a reason is enough to be understood. */
const covers = (quote: string, reason: string): boolean => {
  const pieces = piecesOf(reason)
  const quoted = piecesOf(quote)
  return [...pieces].filter((piece) => quoted.has(piece)).length >= 0.5 * pieces.size
}

const rowOf = ({
  history,
  isRecognised,
  hasDraft,
  quoted,
  quote,
}: Omit<Judged, 'row'>): Row | undefined => {
  const isRight = history.isGraveyard
    ? isRecognised && hasDraft && (quoted === 'right' || quoted === 'none')
    : !hasDraft
  return isRight
    ? undefined
    : {
        name: history.name,
        about: history.about.slice(0, 50),
        recognised: String(isRecognised),
        draft: String(hasDraft),
        quoted: history.isGraveyard ? quoted : '–',
        quote: quote.slice(0, 110),
      }
}

const count = (judged: readonly Judged[], is: (one: Judged) => boolean): number =>
  judged.filter(is).length

/** One row for reasons that a session gives, and one for all else. */
export const revertRows = (judged: readonly Judged[], set: string): Row[] => {
  const reverts = judged.filter(({ history }) => history.isGraveyard)
  const of = (saidIn: History['saidIn']) =>
    reverts.filter(({ history }) => history.saidIn === saidIn)
  const said = of('session')
  const right = count(said, ({ quoted }) => quoted === 'right')
  const none = of('nowhere')
  const stands = judged.filter(({ history }) => !history.isGraveyard)
  return [
    {
      set,
      reverts: reverts.length,
      recognised: count(reverts, ({ isRecognised }) => isRecognised),
      drafts: count(reverts, ({ hasDraft }) => hasDraft),
      'reason in a session': said.length,
      right,
      wrong: count(said, ({ quoted }) => quoted === 'wrong'),
      missing: count(said, ({ quoted }) => quoted === 'missing'),
      'found %': Math.round((100 * right) / said.length),
      'in the commit alone': of('commit').length,
      'right there': count(of('commit'), ({ quoted }) => quoted === 'right'),
      'no reason': none.length,
      invented: count(none, ({ quoted }) => quoted === 'invented'),
      'work that stands': stands.length,
      'false drafts': count(stands, ({ hasDraft }) => hasDraft),
    },
  ]
}
