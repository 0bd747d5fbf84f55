import type { Source } from './load-sessions.ts'
import { gradesOf, type TechnicalData } from './technical-set.ts'

type Query = TechnicalData['queries'][number]

const WINDOW = 320
const HEAD = 100

/**
 * What is to be judged of one question: a line for each source without a grade, with a pair of brackets for it. What cannot be
 * relevant by the question's own expression is listed behind, and folded in as 0. Empty when all is judged.
 */
export const pooledSection = (query: Query, sources: readonly Source[]): string => {
  const { id, sort, text, need, rule, must } = query
  const known = gradesOf(query)
  const fresh = sources.filter(({ ref }) => !known.has(ref))
  if (fresh.length === 0) return ''
  const needed = new RegExp(must, 'iu')
  const open = fresh.filter((source) => needed.test(source.text))
  const hopeless = fresh.filter((source) => !needed.test(source.text))
  return [
    `# ${id} ${sort} · ${text}`,
    `need: ${need}`,
    `rule: ${rule}`,
    ...open.map(
      (source, index) =>
        `${index + 1} [ ] ${source.ref} ${source.kind} ${source.tool} | ${excerptOf(source.text, text)}`,
    ),
    `without: ${hopeless.map(({ ref }) => ref).join(' ')}`,
  ].join('\n')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The beginning, and the stretch with most of the question's words. */
const excerptOf = (text: string, question: string): string => {
  const plain = oneLine(text)
  if (plain.length <= HEAD + WINDOW) return plain
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])]
  const lower = plain.toLowerCase()
  let best = { at: 0, count: -1 }
  for (let at = 0; at < plain.length; at += WINDOW / 4) {
    const stretch = lower.slice(at, at + WINDOW)
    const count = words.filter((word) => stretch.includes(word)).length
    if (count > best.count) best = { at, count }
  }
  const head = best.at <= HEAD ? '' : `${plain.slice(0, HEAD)} … `
  return head + plain.slice(best.at, best.at + WINDOW)
}

const SECTION = /^# (\S+) /
const GRADED = /^\d+ \[([012])\] ([0-9a-f]{12}) /
const WITHOUT = /^without: (.*)$/

/** Takes the grades written into a pool over; what has none stays unjudged. */
export const foldGrades = (data: TechnicalData, pool: string): TechnicalData => {
  const byQuestion = new Map<string, Map<string, number>>()
  let current = new Map<string, number>()
  for (const line of pool.split('\n')) {
    const section = SECTION.exec(line)?.[1]
    if (section !== undefined) {
      current = byQuestion.get(section) ?? new Map()
      byQuestion.set(section, current)
    }
    const [, grade, ref] = GRADED.exec(line) ?? []
    if (grade !== undefined && ref !== undefined) current.set(ref, Number(grade))
    for (const without of WITHOUT.exec(line)?.[1]?.split(' ') ?? [])
      if (without !== '') current.set(without, 0)
  }
  return {
    ...data,
    queries: data.queries.map((query) => withGrades(query, byQuestion.get(query.id))),
  }
}

const withGrades = (query: Query, fresh: ReadonlyMap<string, number> | undefined): Query => {
  if (fresh === undefined) return query
  const all = new Map([...gradesOf(query), ...fresh])
  const of = (wanted: number): string =>
    [...all]
      .filter(([, grade]) => grade === wanted)
      .map(([ref]) => ref)
      .sort()
      .join(' ')
  return { ...query, grades: { '2': of(2), '1': of(1), '0': of(0) } }
}
