import { createPathNames } from '../../text/file-paths.ts'
import {
  cosine,
  createTermStatistics,
  type TermStatistics,
  type TermVector,
} from '../../text/terms.ts'
import { activityOf, createEditLookup } from '../transcript/activity.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import {
  DISTIL_LIMITS,
  type Distillate,
  type DistilledObservation,
  type DistilSession,
} from '../transcript/distil.types.ts'
import type { DistilInput, Distiller } from '../transcript/distiller.ts'
import { createEchoes } from '../transcript/echoes.ts'
import { createRangeBuilder, type PromptRange } from '../transcript/prompt-ranges.ts'
import { workUnitsOf } from '../transcript/work-units.ts'
import type { RangeView } from '../wording/observations.ts'
import { type Statement, statementsOf } from '../wording/statements.ts'
import { createUndos } from '../wording/undone.ts'
import { FOUND_BEFORE } from './before-the-change.ts'
import { candidatesOf } from './candidates.ts'
import { createFindingChooser, numbersIn } from './choose-findings.ts'
import { distilAnswers, distilRepair, findingOf } from './distil-findings.ts'
import { distilSummary } from './distil-summary.ts'
import { distilWork } from './distil-work.ts'
import { createRepairs } from './repairs.ts'
import { createRetractions } from './retractions.ts'
import { noVectors, type SentenceVectors } from './sentence-vectors.ts'

const MAX_KNOWN = 300
const SAME_TITLE = 0.8

/** Titles that earlier ranges already took, so that nothing is said twice. Keeps the latest few hundred. */
const createTitles = (statistics: TermStatistics) => {
  const titles: { vector: TermVector; numbers: string }[] = []
  const isTaken = (title: string) => {
    const vector = statistics.vector(title)
    const numbers = numbersIn(title)
    return titles.some(
      (other) => other.numbers === numbers && cosine(vector, other.vector) > SAME_TITLE,
    )
  }
  return {
    isTaken,
    /** Several ways lead to a finding; the first that names it keeps it. */
    take: ({ title }: DistilledObservation): boolean => {
      if (isTaken(title)) return false
      titles.push({ vector: statistics.vector(title), numbers: numbersIn(title) })
      if (titles.length > MAX_KNOWN) titles.shift()
      return true
    },
  }
}

/** Sentences name files as the project does: without the folder it happens to lie in. */
const createShortener =
  ({ rootPath, cwd }: DistilSession) =>
  (text: string): string =>
    [rootPath, cwd].reduce<string>(
      (shorter, base) =>
        base !== null && base.length > 3 ? shorter.replaceAll(`${base}/`, '') : shorter,
      text,
    )

/** Chooses what each range yields, so many of a session as its length allows. */
const createFindings = (vectors: SentenceVectors, titles: ReturnType<typeof createTitles>) => {
  const chooser = createFindingChooser(vectors)
  let ranges = 0
  let taken = 0
  return async (
    view: RangeView,
    statements: readonly Statement[],
    state: { looked: boolean; signal: AbortSignal | undefined },
  ): Promise<DistilledObservation[]> => {
    ranges++
    const left = DISTIL_LIMITS.statementsAtFirst + Math.floor(ranges / 2) - taken
    const max = Math.min(DISTIL_LIMITS.statementsPerRange, left)
    const candidates = candidatesOf(view, statements)
    const chosen = max > 0 ? await chooser.choose(candidates, { ...state, max }) : []
    const found = [
      ...distilAnswers(view),
      ...chosen.flatMap((one) => findingOf(view, one, statements) ?? []),
    ].filter(titles.take)
    taken += found.length
    return found
  }
}

/** Takes back what the last range found, from its summary too. */
const retract = (result: Distillate, denied: ReadonlySet<string>) => {
  if (denied.size === 0) return
  result.observations = result.observations.filter(({ key }) => !denied.has(key))
  const last = result.summaries.pop()
  if (last === undefined) return
  const rest = { ...last, learned: '' }
  if (rest.completed !== '') result.summaries.push(rest)
}

/** A record of work names its cause itself. */
const isCauseIn = (work: readonly DistilledObservation[], one: DistilledObservation) =>
  one.subtitle === FOUND_BEFORE && work.some(({ subtitle }) => subtitle === one.title)

/**
 * One session's run: `push` messages in file order, then `end`. Memory is bounded by the longest prompt range, not by the
 * session. What a range yields depends on itself, on what came before and on whether a later one denies or repairs it, so a
 * session that grew keeps what it had of its earlier ranges, two things aside: what is denied goes, and what is repaired becomes
 * a record of the work.
 */
const createRun = (
  { session, edits, guides, prompts, signal }: Omit<DistilInput, 'messages'>,
  vectors: SentenceVectors,
) => {
  const names = createPathNames(session)
  const shorten = createShortener(session)
  const lookup = createEditLookup(edits)
  const statistics = createTermStatistics()
  const echoes = createEchoes()
  for (const text of guides) echoes.learn(shorten(text))
  const titles = createTitles(statistics)
  const findingsOf = createFindings(vectors, titles)
  const retractions = createRetractions()
  const repairs = createRepairs()
  const undos = createUndos()
  const isSubagent = session.kind === 'subagent'
  const builder = createRangeBuilder({ asksFirst: isSubagent, before: prompts })
  const result: Distillate = { observations: [], summaries: [] }
  let looked = false

  const learn = (range: PromptRange) => {
    if (range.request !== '') statistics.learn(range.request)
    for (const message of range.messages) {
      echoes.take(message)
      looked ||= message.results.length > 0
      if (message.kind === 'assistant' && message.text !== '') statistics.learn(message.text)
    }
  }

  const take = async (range: PromptRange) => {
    learn(range)
    const activity = activityOf(range, lookup, names)
    const askedBy = isSubagent ? ('agent' as const) : ('human' as const)
    const view: RangeView = { range, activity, statistics, askedBy }
    const statements = statementsOf(range, statistics, echoes)
    retract(result, retractions.deniedBy(range))
    const found = await findingsOf(view, statements, { looked, signal })
    const findings = retractions.kept(found, range)
    retractions.watch(findings, activity)
    const left = retractions.left(result.observations, findings, range)
    result.observations = repairs.follow(left, findings, view)
    const units = workUnitsOf(activity, range.messages.length)
    const works = units.flatMap((unit) => distilWork(view, unit, statements, titles.isTaken) ?? [])
    const repaired = units.flatMap((unit) => distilRepair(view, unit) ?? []).slice(0, 1)
    const work = [...works, ...repaired].filter(titles.take)
    const observations = [...findings, ...work].slice(0, DISTIL_LIMITS.observationsPerRange)
    const summary = distilSummary(view, statements, observations)
    result.observations.push(...observations.filter((one) => !isCauseIn(work, one)))
    if (summary !== undefined) result.summaries.push(summary)
    result.summaries = undos.follow(result.summaries, view)
  }

  return {
    async push(message: MessageDigest) {
      const range = builder.push({ ...message, text: shorten(message.text) })
      if (range !== undefined) await take(range)
    },
    async end(): Promise<Distillate> {
      const range = builder.end()
      if (range !== undefined) await take(range)
      return result
    },
  }
}

/**
 * Finds observations and six-part summaries in a session by rules: no language model, no network, the same input always
 * gives the same output. Sentences are weighed with their vectors where there is a local embedding, else by their form.
 * Compaction sessions repeat another session and yield nothing.
 */
export const createExtractiveDistiller = ({
  vectors = noVectors,
}: {
  vectors?: SentenceVectors
} = {}): Distiller => ({
  name: 'extractive',
  async distil({ messages, ...input }) {
    if (input.session.kind === 'compaction') return { observations: [], summaries: [] }
    const run = createRun(input, vectors)
    for await (const message of messages) await run.push(message)
    return run.end()
  },
})
