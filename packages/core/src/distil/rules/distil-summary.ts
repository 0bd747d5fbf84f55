import { storableText } from '@teamlore/shared'
import { cutAtClause, fitSentences } from '../../text/sentences.ts'
import type { Activity, CheckStep } from '../transcript/activity.ts'
import {
  DISTIL_LIMITS,
  type DistilledObservation,
  type DistilledSummary,
} from '../transcript/distil.types.ts'
import { isAssent, lastQuestion, requestText } from '../wording/headlines.ts'
import type { RangeView } from '../wording/observations.ts'
import { startUpper } from '../wording/phrasing.ts'
import { isTalk, reportsOf, saysAgain } from '../wording/reports.ts'
import type { Statement } from '../wording/statements.ts'
import { FOUND_BEFORE } from './before-the-change.ts'
import { listFiles } from './distil-work.ts'

const MAX = DISTIL_LIMITS.summaryPartChars

export const closed = (text: string) => (/[.!?…]["'”)]?$/.test(text) ? text : `${text}.`)

const join = (sentences: readonly string[]): string =>
  fitSentences([...new Set(sentences.filter((text) => text !== '').map(closed))], MAX)

export const requestOf = ({ range }: RangeView): string => {
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

/** What was found out, whole, or nothing. Of what the session then changes it is said that it was so before. */
const learnedOf = (observations: readonly DistilledObservation[]): string =>
  join(
    observations.flatMap(({ purpose, subtitle, title }) => {
      if (purpose === 'finding') return [title]
      return subtitle === FOUND_BEFORE ? [`Before the change: ${title}`] : []
    }),
  )

const deliveriesOf = (activity: Activity): string => {
  const done = [
    ...new Set(activity.steps.flatMap((step) => (step.kind === 'delivery' ? [step.what] : []))),
  ]
  return done.length === 0 ? '' : startUpper(done.join(', '))
}

/** What tool calls prove: files, commits, and what was done with them. */
export const deedsOf = (activity: Activity, files: readonly string[]): string[] => {
  const commits = activity.steps.flatMap((step) => (step.kind === 'commit' ? [step.subject] : []))
  return [
    files.length === 0 ? '' : `Changed ${listFiles([...files], 4)}`,
    commits.length === 0 ? '' : `Committed ${commits.map((text) => `“${text}”`).join(', ')}`,
    deliveriesOf(activity),
  ]
}

/** What tool calls prove, and what the report says of it; never what was asked. */
const completedOf = (
  { activity, range }: RangeView,
  statements: readonly Statement[],
  observations: readonly DistilledObservation[],
  learned: string,
): string => {
  const works = observations.filter(
    ({ purpose, origin, subtitle }) =>
      purpose === 'work' && origin === 'agent' && subtitle !== FOUND_BEFORE,
  )
  const edited = activity.steps.flatMap((step) => (step.kind === 'edit' ? [step.path] : []))
  const reported = works.flatMap(({ filesModified }) => filesModified)
  const files = [...new Set(reported.length > 0 ? reported : edited)]
  const commits = activity.steps.flatMap((step) => (step.kind === 'commit' ? [step.subject] : []))
  if (files.length === 0 && commits.length === 0) return ''
  const named = works
    .map(({ title }) => title)
    .filter((title) => !/^(?:Changed|Created) /.test(title) && !isIn(commits, title))
  const reports = reportsOf(statements, range.request).filter(
    (text) => !named.some((title) => text.startsWith(title)),
  )
  const said = [
    ...named.filter((title) => !isTalk(title) && !saysAgain(title, range.request)),
    ...reports,
  ]
  const deeds = deedsOf(activity, files)
  // A list of files and commits beside the request says nothing that the request or the commits do not; nor does what a test
  // was added for, unless it was committed.
  const isDelivered = deeds.slice(1).some((text) => text !== '')
  const saysMore = `${said.join('')}${learned}` !== ''
  return saysMore && (isDelivered || !files.every(isTest)) ? join([...said, ...deeds]) : ''
}

const isTest = (file: string) => /(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)/i.test(file)

const isIn = (commits: readonly string[], title: string) =>
  commits.some((subject) => subject.toLowerCase().includes(title.toLowerCase()))

/** Open to-dos alone: what an assistant says could come next is mostly an offer. */
const nextOf = ({ activity }: RangeView): string =>
  join(activity.pending.slice(0, 4).map((text) => `To do: ${text}`))

const failing = (activity: Activity): string => {
  const last = new Map<string, CheckStep>()
  for (const step of activity.steps) if (step.kind === 'check') last.set(step.command, step)
  const failed = [...last.values()].filter((step) => step.failed).slice(0, 2)
  return failed.length === 0
    ? ''
    : `${failed.map(({ command }) => `\`${command}\``).join(' and ')} still failed when last run`
}

/** The six parts for one range; undefined when nothing was learned or done. */
export const distilSummary = (
  view: RangeView,
  statements: readonly Statement[],
  observations: readonly DistilledObservation[],
): DistilledSummary | undefined => {
  const { range, activity } = view
  const learned = learnedOf(observations)
  const completed = completedOf(view, statements, observations, learned)
  if (`${learned}${completed}` === '') return undefined
  return {
    promptId: range.prompt?.id ?? null,
    promptNumber: range.number,
    request: storableText(requestOf(view)),
    investigated: storableText(investigatedOf(activity)),
    learned: storableText(learned),
    completed: storableText(completed),
    nextSteps: storableText(nextOf(view)),
    notes: storableText(failing(activity)),
    occurredAt: range.prompt?.ts ?? range.messages[0]?.ts ?? null,
  }
}
