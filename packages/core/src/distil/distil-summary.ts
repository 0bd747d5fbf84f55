import { storableText } from '@teamlore/shared'
import type { Activity, CheckStep } from './activity.ts'
import { saysCaveat, saysNext } from './cues.ts'
import { DISTIL_LIMITS, type DistilledObservation, type DistilledSummary } from './distil.types.ts'
import { listFiles } from './distil-work.ts'
import { isAssent, lastQuestion, requestText } from './headlines.ts'
import type { RangeView } from './observations.ts'
import {
  asReport,
  isBoilerplate,
  isQuestion,
  reportsWork,
  specificWords,
  startUpper,
  stripLeadIn,
} from './phrasing.ts'
import { cutAtClause, fitSentences } from './sentences.ts'
import type { Statement } from './statements.ts'

const MAX = DISTIL_LIMITS.summaryPartChars

const closed = (text: string) => (/[.!?…]["'”)]?$/.test(text) ? text : `${text}.`)

const join = (sentences: readonly string[]): string =>
  fitSentences([...new Set(sentences.filter((text) => text !== '').map(closed))], MAX)

const requestOf = ({ range }: RangeView): string => {
  const asked = requestText(range.request, MAX)
  const question = isAssent(range.request) ? lastQuestion(range.before) : undefined
  return question === undefined
    ? asked
    : `${startUpper(asked)} (to: “${cutAtClause(question, 200)}”)`
}

const searched = (searches: readonly string[]) => {
  const words = [...new Set(searches.map((text) => text.replace(/\s+/g, ' ').trim()))]
    .filter((text) => text.length >= 3 && text.length <= 60)
    .slice(0, 4)
  return words.length === 0
    ? ''
    : `Searched for ${words.map((word) => `\`${word.replaceAll('`', '')}\``).join(', ')}`
}

const investigatedOf = ({ reads, searches, helpers, steps }: Activity): string => {
  const files = [...new Set(reads.map(({ path }) => path))]
  const checks = [
    ...new Set(steps.flatMap((step) => (step.kind === 'check' ? [`\`${step.command}\``] : []))),
  ].slice(0, 3)
  return join([
    files.length === 0 ? '' : `Read ${listFiles(files, 6)}`,
    searched(searches),
    checks.length === 0 ? '' : `Ran ${checks.join(', ')}`,
    helpers === 0 ? '' : `Sent out ${helpers === 1 ? 'a subagent' : `${helpers} subagents`}`,
  ])
}

/** What was found out: the findings first; without any, the most telling sentences of the answer. */
const learnedOf = (
  { activity, range }: RangeView,
  statements: readonly Statement[],
  observations: readonly DistilledObservation[],
): string => {
  const findings = observations
    .filter(
      ({ type, origin }) => (type === 'discovery' || type === 'decision') && origin !== 'tool',
    )
    .map(({ title }) => title)
  const causes = observations
    .filter(({ type, origin }) => type === 'bugfix' && origin === 'agent')
    .map(({ subtitle }) => subtitle)
  const found = [...findings, ...causes.filter((text) => !/^(Asked:|Changed )/.test(text))]
  if (found.length > 0) return join(found)
  const worked = activity.steps.length > 0
  const inquires =
    /\?|^(?:what|why|how|where|when|who|which|explain|investigate|look into|check|analy[sz]e|review|find)\b/i.test(
      range.request,
    )
  const telling = statements
    .filter(
      ({ text, unit, isFinal, cues }) =>
        unit.form === 'sentence' &&
        !isBoilerplate(text) &&
        !isQuestion(text) &&
        specificWords(text) >= 3 &&
        !reportsWork(asReport(text)) &&
        (worked || !inquires ? cues.strength >= 1.2 : isFinal || cues.strength >= 1),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .sort((a, b) => a.at - b.at || a.place - b.place)
  return join(telling.map(({ text }) => text))
}

const deliveriesOf = (activity: Activity): string => {
  const done = [
    ...new Set(activity.steps.flatMap((step) => (step.kind === 'delivery' ? [step.what] : []))),
  ]
  return done.length === 0 ? '' : startUpper(done.join(', '))
}

/** A title may be a sentence cut short. */
const sameStart = (a: string, b: string) =>
  a.slice(0, 50).toLowerCase() === b.slice(0, 50).replace(/…$/, '').toLowerCase()

const completedOf = (
  { activity }: RangeView,
  statements: readonly Statement[],
  observations: readonly DistilledObservation[],
): string => {
  const works = observations.filter(
    ({ filesModified, origin }) => filesModified.length > 0 && origin === 'agent',
  )
  const commits = activity.steps.flatMap((step) => (step.kind === 'commit' ? [step.subject] : []))
  const reports = statements
    .filter(
      ({ text, isFinal, unit }) =>
        isFinal && unit.form === 'sentence' && !isQuestion(text) && !isBoilerplate(text),
    )
    .map(({ text }) => asReport(text))
    .filter((text) => reportsWork(text) && specificWords(text) >= 2)
  const files = [...new Set(works.flatMap(({ filesModified }) => filesModified))]
  const committed = commits.filter((subject) =>
    works.every(({ title }) => !subject.toLowerCase().includes(title.toLowerCase())),
  )
  return join([
    ...works.map(({ title }) => title),
    ...reports.filter((text) => works.every(({ title }) => !sameStart(text, title))).slice(0, 2),
    files.length === 0 ? '' : `Changed ${listFiles(files, 4)}`,
    ...(committed.length === 0
      ? []
      : [`Committed ${committed.map((text) => `“${text}”`).join(', ')}`]),
    deliveriesOf(activity),
  ])
}

const nextOf = (
  { activity }: RangeView,
  statements: readonly Statement[],
  finalText: string,
): string => {
  const said = statements
    .filter(
      ({ text, isFinal, unit }) =>
        isFinal &&
        !isQuestion(text) &&
        !isBoilerplate(text) &&
        !reportsWork(asReport(text)) &&
        saysNext({ ...unit, text }),
    )
    .slice(0, 3)
    .map(({ text }) => text)
  const question = lastQuestion(finalText.slice(-1_500))
  return join([
    ...activity.pending.slice(0, 4).map((text) => `To do: ${text}`),
    ...said,
    question === undefined ? '' : `Open question: ${cutAtClause(question, 250)}`,
  ])
}

const failing = (activity: Activity): string => {
  const last = new Map<string, CheckStep>()
  for (const step of activity.steps) if (step.kind === 'check') last.set(step.command, step)
  const failed = [...last.values()].filter((step) => step.failed).slice(0, 2)
  return failed.length === 0
    ? ''
    : `${failed.map(({ command }) => `\`${command}\``).join(' and ')} still failed when last run`
}

const notesOf = (
  { activity }: RangeView,
  statements: readonly Statement[],
  used: string,
): string => {
  const caveats = statements
    .filter(
      ({ text, isFinal, unit }) =>
        isFinal &&
        !isQuestion(text) &&
        !isBoilerplate(text) &&
        !reportsWork(asReport(text)) &&
        saysCaveat({ ...unit, text }) &&
        !used.includes(text.slice(0, 40)),
    )
    .slice(0, 3)
    .map(({ text }) => stripLeadIn(text))
  return join([...caveats, failing(activity)])
}

/** The six parts for one range; undefined when nothing came back to the prompt. */
export const distilSummary = (
  view: RangeView,
  statements: readonly Statement[],
  observations: readonly DistilledObservation[],
): DistilledSummary | undefined => {
  const { range, activity } = view
  const finalText =
    range.messages.findLast(({ kind, text }) => kind === 'assistant' && text !== '')?.text ?? ''
  const learned = learnedOf(view, statements, observations)
  const completed = completedOf(view, statements, observations)
  const investigated = investigatedOf(activity)
  if (`${learned}${completed}${investigated}` === '') return undefined
  const nextSteps = nextOf(view, statements, finalText)
  return {
    promptId: range.prompt?.id ?? null,
    promptNumber: range.number,
    request: storableText(requestOf(view)),
    investigated: storableText(investigated),
    learned: storableText(learned),
    completed: storableText(completed),
    nextSteps: storableText(nextSteps),
    notes: storableText(notesOf(view, statements, `${learned} ${completed} ${nextSteps}`)),
    occurredAt: range.prompt?.ts ?? range.messages[0]?.ts ?? null,
  }
}
