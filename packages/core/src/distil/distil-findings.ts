import { humanDecisionStrength } from './cues.ts'
import { DISTIL_LIMITS, type DistilledObservation } from './distil.types.ts'
import { requestHeadline, titleOf, typedPart } from './headlines.ts'
import {
  evidenceOf,
  filesReadIn,
  findingKey,
  makeObservation,
  type RangeView,
} from './observations.ts'
import { isQuestion, pointsBack, specificWords } from './phrasing.ts'
import { proseUnits } from './prose.ts'
import { cutAtClause, fitSentences } from './sentences.ts'
import { around, chooseDistinct, isFinding, SAME, type Statement } from './statements.ts'
import { cosine, type TermVector } from './terms.ts'
import type { WorkUnit } from './work-units.ts'

const askedLine = (request: string): string => {
  const asked = requestHeadline(request, DISTIL_LIMITS.subtitleChars - 10)
  return asked === '' ? '' : `Asked: ${asked}`
}

const factsAround = (statement: Statement, all: readonly Statement[], title: string): string[] =>
  all
    .filter(
      (other) =>
        other !== statement &&
        other.at === statement.at &&
        other.unit.form === 'item' &&
        other.unit.heading === statement.unit.heading &&
        other.place > statement.place &&
        other.place <= statement.place + 8 &&
        other.text.length >= 20,
    )
    .slice(0, 5)
    .map(({ text }) => cutAtClause(text, DISTIL_LIMITS.factChars))
    .filter((fact) => !fact.startsWith(title))

const capFor = (statements: readonly Statement[]) => {
  const messages = new Set(statements.map(({ at }) => at)).size
  return Math.min(DISTIL_LIMITS.statementsPerRange, 1 + Math.floor(messages / 6))
}

/** What the assistant found out or settled, in sentences that announce it. */
export const distilStatements = (
  view: RangeView,
  statements: readonly Statement[],
  taken: readonly Statement[],
  known: readonly TermVector[],
): { observation: DistilledObservation; vector: TermVector }[] => {
  const { range, activity } = view
  const findings = statements.filter(
    (statement) => isFinding(statement) && !taken.includes(statement),
  )
  const avoid = [...known, ...taken.map(({ vector }) => vector)]
  return chooseDistinct(findings, avoid, capFor(statements)).flatMap((statement) => {
    const evidence = evidenceOf(range, statement.at)
    const { label } = statement.unit
    const title =
      label === '' ? titleOf(statement.text) : titleOf(`${label}: ${statement.unit.text}`)
    if (
      evidence === undefined ||
      title.length < 20 ||
      specificWords(title) < 3 ||
      pointsBack(title)
    )
      return []
    const observation = makeObservation(view, {
      key: findingKey('said', evidence.key, statement.text),
      type: statement.cues.type,
      title,
      subtitle: askedLine(range.request),
      narrative: fitSentences(around(statement, statements), DISTIL_LIMITS.narrativeChars),
      facts: factsAround(statement, statements, title),
      filesRead: filesReadIn(activity, 0, statement.at).slice(-8),
      filesModified: [],
      origin: 'agent',
      evidence,
    })
    return [{ observation, vector: statement.vector }]
  })
}

/** A "we should" that was then done is a request; what is settled beyond that says so more than once. */
const MIN_HUMAN = { asked: 1.8, done: 2.6 }
const PASTED = 2_000

/** Long prompts, and those with output in them, are mostly not the person's own words. */
const isOwnWords = (text: string) => text.length <= PASTED && typedPart(text) === text

/** What the person settled in their own words. */
export const distilHumanWords = (
  view: RangeView,
  known: readonly TermVector[],
): { observation: DistilledObservation; vector: TermVector }[] => {
  const { range, activity, statistics } = view
  const evidence = range.prompt
  const spoken = [
    ...(evidence === null || !isOwnWords(range.request)
      ? []
      : [{ text: range.request, message: evidence }]),
    ...activity.refusals.flatMap(({ at, text }) => {
      const message = range.messages[at]
      return message === undefined || !isOwnWords(text) ? [] : [{ text, message }]
    }),
  ]
  const least = activity.steps.some(({ kind }) => kind === 'edit')
    ? MIN_HUMAN.done
    : MIN_HUMAN.asked
  return spoken
    .flatMap(({ text, message }) =>
      proseUnits(text, { typed: true }).map((unit) => ({ unit, message, all: text })),
    )
    .filter(({ unit }) => !isQuestion(unit.text) && humanDecisionStrength(unit.text) >= least)
    .filter(({ unit }) => unit.text.split(' ').length >= 5 && specificWords(unit.text) >= 3)
    .slice(0, DISTIL_LIMITS.humanStatementsPerRange)
    .map(({ unit, message, all }) => ({
      vector: statistics.vector(unit.text),
      observation: makeObservation(view, {
        key: findingKey('told', message.key, unit.text),
        type: 'decision',
        title: requestHeadline(unit.text),
        subtitle:
          view.askedBy === 'human'
            ? 'Said by the person who asked'
            : 'Said by the agent that asked',
        narrative: fitSentences(
          proseUnits(all).map(({ text }) => text),
          DISTIL_LIMITS.narrativeChars,
        ),
        facts: [],
        filesRead: [],
        filesModified: [],
        origin: view.askedBy,
        evidence: message,
      }),
    }))
    .filter(({ observation }) => observation.title.length >= 15)
    .filter(({ vector }) => known.every((other) => cosine(vector, other) < SAME))
}

/** Questions the assistant put to the person, with the answer: the plainest decisions there are. */
export const distilAnswers = (view: RangeView): DistilledObservation[] => {
  const { range, activity } = view
  return activity.answers
    .slice(0, DISTIL_LIMITS.answersPerRange)
    .flatMap(({ at, callId, question, answer }) => {
      const evidence = evidenceOf(range, at)
      if (evidence === undefined) return []
      const asked = cutAtClause(
        question.replace(/\?+$/, ''),
        DISTIL_LIMITS.titleChars - Math.min(answer.length, 50) - 3,
      )
      return [
        makeObservation(view, {
          key: findingKey('answer', callId, question),
          type: 'decision',
          title: `${asked}: ${cutAtClause(answer, 50)}`,
          subtitle: 'Answered by the person who was asked',
          narrative: `Asked “${question}”, the answer was “${answer}”.`,
          facts: [],
          filesRead: [],
          filesModified: [],
          origin: view.askedBy,
          evidence,
        }),
      ]
    })
}

/** A check that failed, was repaired and passed: what the tool itself said, kept apart from what the assistant says. */
export const distilRepair = (view: RangeView, unit: WorkUnit): DistilledObservation | undefined => {
  const { range, activity } = view
  const repaired = unit.repaired
  if (repaired === null || repaired.error === null) return undefined
  const evidence = evidenceOf(range, repaired.at)
  if (evidence === undefined) return undefined
  return makeObservation(view, {
    key: findingKey('repair', range.prompt?.key ?? '', String(unit.index)),
    type: 'bugfix',
    title: cutAtClause(
      `\`${repaired.command}\` failed: ${repaired.error}`,
      DISTIL_LIMITS.titleChars,
    ),
    subtitle: `Passed after changes to ${unit.files.slice(0, 3).join(', ')}`,
    narrative: `\`${repaired.command}\` failed and passed again after ${unit.files.slice(0, 6).join(', ')} had been changed.`,
    facts: [repaired.error],
    filesRead: filesReadIn(activity, unit.from, repaired.at, unit.files),
    filesModified: unit.files,
    origin: 'tool',
    evidence,
  })
}
