import { activityOf, createEditLookup } from './activity.ts'
import { digestMessage, type MessageDigest } from './digest-message.ts'
import {
  DISTIL_LIMITS,
  type DistilEdit,
  type Distillate,
  type DistilledObservation,
  type DistilMessage,
  type DistilSession,
} from './distil.types.ts'
import {
  distilAnswers,
  distilHumanWords,
  distilRepair,
  distilStatements,
} from './distil-findings.ts'
import { distilSummary } from './distil-summary.ts'
import { distilWork } from './distil-work.ts'
import { createEchoes } from './echoes.ts'
import { createPathNames } from './file-paths.ts'
import type { RangeView } from './observations.ts'
import { createRangeBuilder, isLive, type PromptRange } from './prompt-ranges.ts'
import { type Statement, statementsOf } from './statements.ts'
import { cosine, createTermStatistics, type TermStatistics, type TermVector } from './terms.ts'
import { workUnitsOf } from './work-units.ts'

const MAX_KNOWN = 300
const SAME_TITLE = 0.8

/** What earlier ranges already yielded, so that nothing is said twice. Keeps the latest few hundred. */
const createMemory = (statistics: TermStatistics) => {
  const findings: TermVector[] = []
  const titles: TermVector[] = []
  const keep = (list: TermVector[], vector: TermVector) => {
    list.push(vector)
    if (list.length > MAX_KNOWN) list.shift()
  }
  const isTaken = (title: string) => {
    const vector = statistics.vector(title)
    return titles.some((other) => cosine(vector, other) > SAME_TITLE)
  }
  return {
    findings,
    isTaken,
    keepFindings: (found: readonly { vector: TermVector }[]) => {
      for (const { vector } of found) keep(findings, vector)
    },
    /** Several ways lead to a finding; the first that names it keeps it. */
    takeTitle: ({ title }: DistilledObservation): boolean => {
      if (isTaken(title)) return false
      keep(titles, statistics.vector(title))
      return true
    },
  }
}

type Memory = ReturnType<typeof createMemory>

const observationsOf = (
  view: RangeView,
  statements: readonly Statement[],
  memory: Memory,
): DistilledObservation[] => {
  const units = workUnitsOf(view.activity, view.range.messages.length)
  const works = units.flatMap((unit) => distilWork(view, unit, statements, memory.isTaken) ?? [])
  const causes = works.flatMap(({ cause }) => cause ?? [])
  const human = distilHumanWords(view, memory.findings)
  memory.keepFindings(human)
  const said = distilStatements(view, statements, causes, memory.findings)
  memory.keepFindings([...said, ...causes])
  return [
    ...works.map(({ observation }) => observation),
    ...distilAnswers(view),
    ...human.map(({ observation }) => observation),
    ...said.map(({ observation }) => observation),
    ...units.flatMap((unit) => distilRepair(view, unit) ?? []).slice(0, 1),
  ]
    .filter(memory.takeTitle)
    .slice(0, DISTIL_LIMITS.observationsPerRange)
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

/**
 * Distils a session read piece by piece: `push` messages in file order, then `end`. Memory is bounded by the longest
 * prompt range, not by the session. What a range yields depends on itself and on what came before, never on what
 * follows, so a session that grew keeps everything of its earlier ranges.
 */
export const createExtractiveDistiller = (
  session: DistilSession,
  edits: readonly DistilEdit[],
  /** What stood in memory files before the session began: to repeat it is no finding. */
  guides: readonly string[] = [],
) => {
  const names = createPathNames(session)
  const shorten = createShortener(session)
  const lookup = createEditLookup(edits)
  const statistics = createTermStatistics()
  const echoes = createEchoes()
  for (const text of guides) echoes.learn(shorten(text))
  const memory = createMemory(statistics)
  const isSubagent = session.kind === 'subagent'
  const builder = createRangeBuilder({ asksFirst: isSubagent })
  const result: Distillate = { observations: [], summaries: [] }

  const learn = (range: PromptRange) => {
    if (range.request !== '') statistics.learn(range.request)
    for (const message of range.messages) {
      echoes.take(message)
      if (message.kind === 'assistant' && message.text !== '') statistics.learn(message.text)
    }
  }

  const take = (range: PromptRange) => {
    learn(range)
    const activity = activityOf(range, lookup, names)
    const askedBy = isSubagent ? ('agent' as const) : ('human' as const)
    const view: RangeView = { range, activity, statistics, askedBy }
    const statements = statementsOf(range, statistics, echoes)
    const observations = observationsOf(view, statements, memory)
    const summary = distilSummary(view, statements, observations)
    result.observations.push(...observations)
    if (summary !== undefined) result.summaries.push(summary)
  }

  return {
    push(message: MessageDigest) {
      const range = builder.push({ ...message, text: shorten(message.text) })
      if (range !== undefined) take(range)
    },
    end(): Distillate {
      const range = builder.end()
      if (range !== undefined) take(range)
      return result
    },
  }
}

/**
 * Finds observations and six-part summaries in a session by rules alone: no model, no network, the same input always
 * gives the same output. Compaction sessions repeat another session and yield nothing.
 */
export const distilExtractive = ({
  session,
  messages,
  edits,
}: {
  session: DistilSession
  messages: readonly DistilMessage[]
  edits: readonly DistilEdit[]
}): Distillate => {
  if (session.kind === 'compaction') return { observations: [], summaries: [] }
  const distiller = createExtractiveDistiller(session, edits)
  for (const message of messages) if (isLive(message)) distiller.push(digestMessage(message))
  return distiller.end()
}
