import { cutAtClause, fitSentences } from '../../text/sentences.ts'
import type { Activity } from '../transcript/activity.ts'
import { DISTIL_LIMITS, type DistilledObservation } from '../transcript/distil.types.ts'
import type { WorkUnit } from '../transcript/work-units.ts'
import {
  declarationKey,
  evidenceOf,
  filesReadIn,
  findingKey,
  makeObservation,
  type RangeView,
} from '../wording/observations.ts'
import { isBoilerplate } from '../wording/phrasing.ts'
import { around, type Statement } from '../wording/statements.ts'
import { settles } from './answers.ts'
import { FOUND_BEFORE } from './before-the-change.ts'
import type { ChosenFinding } from './choose-findings.ts'
import { claimOfRules } from './claim-of-rules.ts'
import { findingSort } from './finding-type.ts'
import { asFixed, changedAfter, isBorneOut } from './fixes.ts'

const factsAround = (statement: Statement, all: readonly Statement[], title: string): string[] =>
  all
    .filter(
      (other) =>
        other !== statement &&
        other.at === statement.at &&
        other.unit.form === 'item' &&
        other.unit.heading === statement.unit.heading &&
        other.unit.paragraph === statement.unit.paragraph + other.place - statement.place &&
        other.text.length >= 20 &&
        other.text.length <= DISTIL_LIMITS.factChars,
    )
    .filter(({ place }) => place > statement.place && place <= statement.place + 5)
    .map(({ text }) => text)
    .filter((fact) => !fact.startsWith(title))

const editedIn = ({ steps }: Activity): string[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'edit' ? [step.path] : []))),
]

const SAID_BY = {
  human: 'Said by the person who asked',
  agent: 'Said by the agent that asked',
} as const

const typeOf = ({ candidate, purpose }: ChosenFinding) => {
  if (purpose !== 'finding') return 'bugfix' as const
  return findingSort(candidate) === 'decision' ? ('decision' as const) : ('discovery' as const)
}

/** The sentence with those around it, as they were said. */
const wordsAround = (
  { candidate, joined }: ChosenFinding,
  statement: Statement | undefined,
  statements: readonly Statement[],
): string[] => {
  const said =
    statement === undefined || candidate.form === 'item'
      ? [candidate.text]
      : around(statement, statements).filter(
          (text) => text === statement.text || !isBoilerplate(text.replaceAll('’', "'")),
        )
  return joined === undefined || said[0] === joined ? said : [joined, ...said]
}

/** A sentence that was chosen, as a finding, with what was said around it. */
export const findingOf = (
  view: RangeView,
  chosen: ChosenFinding,
  statements: readonly Statement[],
): DistilledObservation | undefined => {
  const { range, activity } = view
  const { candidate, title, joined, confidence, purpose } = chosen
  const evidence = evidenceOf(range, candidate.at)
  if (evidence === undefined) return undefined
  const isByPerson = candidate.speaker === 'human'
  const statement = isByPerson
    ? undefined
    : statements.find(({ at, place }) => at === candidate.at && place === candidate.place)
  const sentences = wordsAround(chosen, statement, statements)
  const isFix = purpose === 'fix' && isBorneOut(view, candidate.at)
  const isRecord = purpose !== 'finding' && !isFix
  const made = makeObservation(view, {
    key: isByPerson
      ? declarationKey(evidence.key, candidate.text)
      : findingKey('said', evidence.key, candidate.text),
    purpose: isRecord ? 'work' : 'finding',
    confidence,
    type: typeOf(chosen),
    title,
    subtitle: isRecord ? FOUND_BEFORE : isByPerson ? SAID_BY[view.askedBy] : '',
    narrative: fitSentences([...new Set(sentences)], DISTIL_LIMITS.narrativeChars),
    facts: statement === undefined ? [] : factsAround(statement, statements, title),
    filesRead: filesReadIn(activity, 0, candidate.at, editedIn(activity)).slice(-8),
    // What was changed for it: how a finding that names no path is found by one.
    filesModified: editedIn(activity),
    origin: isByPerson ? view.askedBy : 'agent',
    evidence,
  })
  if (isRecord) return made
  const whole = { ...made, claim: claimOfRules(made, { candidate, joined, around: sentences }) }
  return isFix ? asFixed(whole, changedAfter(view, candidate.at)) : whole
}

/** Questions the assistant put to the person, with the answer: the plainest decisions there are. */
export const distilAnswers = (view: RangeView): DistilledObservation[] => {
  const { range, activity } = view
  return activity.answers
    .slice(0, DISTIL_LIMITS.answersPerRange)
    .filter(settles)
    .flatMap(({ at, callId, question, answer }) => {
      const evidence = evidenceOf(range, at)
      const title = `Asked “${question}”, the answer was “${answer}”`
      if (evidence === undefined || title.length > DISTIL_LIMITS.titleChars) return []
      return [
        makeObservation(view, {
          key: findingKey('answer', callId, question),
          purpose: 'finding',
          confidence: null,
          type: 'decision',
          title,
          subtitle: 'Answered by the person who was asked',
          narrative: title,
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
    purpose: 'work',
    confidence: null,
    type: 'bugfix',
    title: cutAtClause(
      `\`${repaired.command}\` failed: ${repaired.error}`,
      DISTIL_LIMITS.workTitleChars,
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
