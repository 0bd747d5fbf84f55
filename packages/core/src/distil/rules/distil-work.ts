import type { ObservationType } from '@teamlore/shared'
import { cutAtClause, fitSentences } from '../../text/sentences.ts'
import { DISTIL_LIMITS, type DistilledObservation } from '../transcript/distil.types.ts'
import type { WorkUnit } from '../transcript/work-units.ts'
import { judgeWork, readCommitSubject } from '../wording/cues.ts'
import { factOf, requestHeadline } from '../wording/headlines.ts'
import {
  evidenceOf,
  filesReadIn,
  findingKey,
  makeObservation,
  type RangeView,
} from '../wording/observations.ts'
import {
  asReport,
  isBoilerplate,
  isQuestion,
  pointsBack,
  reportsWork,
  specificWords,
  startUpper,
  stripPadding,
} from '../wording/phrasing.ts'
import { isTalk } from '../wording/reports.ts'
import { around, isFinding, type Statement } from '../wording/statements.ts'
import { findingTitle, startSentence } from './finding-title.ts'

/** Names files for a sentence: the first few by their last two folders, and how many more. */
export const listFiles = (files: readonly string[], max = 3): string => {
  const names = files.slice(0, max).map((file) => file.split('/').slice(-2).join('/'))
  const more = files.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

const isTitle = (text: string) =>
  text.length >= 15 && text.length <= 220 && specificWords(text) >= 2 && !pointsBack(text)

/** "`src/a.ts` (line 4): Fixed it" is about the fix. */
const FILE_PREFIX = /^`?[\w@./\\-]+\.\w{1,5}`?(?: \([^)]{1,40}\))?\s*(?::|[—–-])\s+(?=\S)/

/** "Fixed the exit by setting:" introduces a list; its first half says what was done. */
const reportLine = (text: string): string =>
  startUpper(asReport(stripPadding(text.replace(FILE_PREFIX, ''))))
    .replace(
      /(?:,? (?:by|with|to|in|as|for|including)(?: \w+ing| the following)?(?: [\w-]+){0,2})?:$/,
      '',
    )
    .trim()

type WorkTitle = {
  title: string
  type: ObservationType | null
  from: 'commit' | 'report' | 'files'
}

/** The sentence or item that best reports the work: late, specific, central, a repair before the rest. */
const reportTitle = (said: readonly Statement[], type: ObservationType): string | undefined => {
  const reports = said.flatMap((statement) => {
    const text = reportLine(statement.text)
    if (!reportsWork(text) || !isTitle(text)) return []
    if (isQuestion(text) || isBoilerplate(text) || isTalk(text)) return []
    const value =
      statement.centrality +
      (statement.isFinal ? 1.5 : 0) +
      (statement.unit.form === 'sentence' ? 0.4 : 0) +
      Math.min(specificWords(text), 6) * 0.15 +
      (type === 'bugfix' && /^(?:fixed|restored|resolved|corrected)\b/i.test(text) ? 1 : 0) -
      (text.length > 140 ? 0.4 : 0)
    return [{ text, value }]
  })
  return reports.reduce<{ text: string; value: number } | undefined>(
    (best, report) => (best === undefined || report.value > best.value ? report : best),
    undefined,
  )?.text
}

const wholeTitle = (text: string): string | undefined =>
  findingTitle({ text, label: '' }, DISTIL_LIMITS.workTitleChars)

/**
 * Ways to name the work, best first: the commit's subject, what the report says was done, the files. Never what was
 * asked: a request is not yet done, and half of it may not be.
 */
const workTitles = (unit: WorkUnit, said: readonly Statement[], asked: string): WorkTitle[] => {
  const titles: WorkTitle[] = []
  const commit = unit.commit === null ? null : readCommitSubject(unit.commit)
  if (commit !== null && specificWords(commit.text) >= 1)
    titles.push({ title: startSentence(commit.text), type: commit.type, from: 'commit' })
  const report = reportTitle(said, judgeWork([{ text: asked, weight: 1 }]))
  const whole = report === undefined ? undefined : wholeTitle(report)
  if (whole !== undefined) titles.push({ title: whole, type: null, from: 'report' })
  const verb = unit.created === unit.files.length ? 'Created' : 'Changed'
  return [...titles, { title: `${verb} ${listFiles(unit.files)}`, type: null, from: 'files' }]
}

/** List items that report work or name things; the others are menus and outlines. */
const isFact = (text: string) =>
  reportsWork(asReport(text)) || /`[^`]+`|\b\d+\b|[\w-]+\.\w{1,5}\b/.test(text)

/** The report's own list of what was done, else its most specific sentences. */
const workFacts = (unit: WorkUnit, said: readonly Statement[]): string[] => {
  const last = said.findLast(({ unit: { form } }) => form === 'item')?.at
  const items = said.filter(
    ({ unit: { form }, at, text }) => form === 'item' && at === last && isFact(text),
  )
  const facts = items.flatMap(({ text }) => factOf(text) ?? [])
  const after = unit.checks.filter(({ failed, at }) => !failed && at >= unit.at)
  const passed = after.findLast(({ command }) => /test|spec|jest/i.test(command)) ?? after.at(-1)
  if (passed !== undefined)
    facts.splice(
      DISTIL_LIMITS.facts - 1,
      facts.length,
      `\`${passed.command}\` passed after the last edit`,
    )
  return facts
}

const isSpecific = ({ text, unit: { form } }: Statement) =>
  form === 'sentence' && !isBoilerplate(text) && !isQuestion(text) && specificWords(text) >= 2

const workNarrative = (
  unit: WorkUnit,
  said: readonly Statement[],
  cause: Statement | undefined,
): string => {
  const last = said.findLast(isSpecific)?.at
  const report = said
    .filter((statement) => statement !== cause && isSpecific(statement) && statement.at === last)
    .sort((a, b) => b.score - a.score)
    .slice(0, 4)
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => asReport(text))
  const why = cause === undefined ? [] : around(cause, said)
  const narrative = fitSentences([...new Set([...why, ...report])], DISTIL_LIMITS.narrativeChars)
  if (narrative !== '') return narrative
  return `Changed ${listFiles(unit.files, 6)} (+${unit.added} −${unit.removed} lines).`
}

const DOCUMENTS =
  /\.(?:md|mdx|txt|rst|adoc|ya?ml|json|toml|lock|ini|cfg)$|(?:^|\/)(?:LICENSE|CHANGELOG|\.gitignore)/i

/** New source files and little taken away: something that was not there before. */
const bringsNewCode = (unit: WorkUnit) =>
  unit.created > 0 && unit.added >= 40 && unit.added > 3 * unit.removed

const typeOf = (
  unit: WorkUnit,
  { title, type }: WorkTitle,
  asked: string,
  explained: Statement | undefined,
): ObservationType => {
  if (type !== null) return type
  if (unit.files.every((file) => DOCUMENTS.test(file))) return 'change'
  const judged = judgeWork([
    { text: title, weight: 2 },
    { text: asked, weight: 1 },
    { text: unit.repaired === null ? '' : 'fixed', weight: 1 },
    { text: explained === undefined ? '' : 'fixed', weight: 1 },
  ])
  return judged === 'change' && bringsNewCode(unit) ? 'feature' : judged
}

/** One observation for a stretch of work that changed files: the record of it, which says what and seldom why. */
export const distilWork = (
  view: RangeView,
  unit: WorkUnit,
  statements: readonly Statement[],
  isTaken: (title: string) => boolean,
): DistilledObservation | undefined => {
  const { range, activity } = view
  // What a plan says is to be done is no report of work.
  const said = statements.filter(({ at }) => at >= 0 && at >= unit.from && at <= unit.to)
  const asked = requestHeadline(range.request)
  const titles = workTitles(unit, said, asked)
  const chosen = titles.find(({ title }) => !isTaken(title)) ?? titles[0]
  const evidence = evidenceOf(range, unit.at)
  if (evidence === undefined || chosen === undefined) return undefined
  const explained = causeOf(said)
  const type = typeOf(unit, chosen, asked, explained)
  const cause = type === 'bugfix' ? explained : undefined
  const because = cause === undefined ? undefined : wholeTitle(cause.text)
  return makeObservation(view, {
    key: findingKey('work', range.prompt?.key ?? '', String(unit.index)),
    purpose: 'work',
    confidence: null,
    type,
    title: chosen.title,
    // Why it was broken; else what was touched.
    subtitle:
      because !== undefined &&
      because !== chosen.title &&
      because.length <= DISTIL_LIMITS.subtitleChars
        ? because
        : cutAtClause(`Changed ${listFiles(unit.files)}`, DISTIL_LIMITS.subtitleChars),
    narrative: workNarrative(unit, said, cause),
    facts: workFacts(unit, said),
    filesRead: filesReadIn(activity, unit.from, unit.to, unit.files),
    filesModified: unit.files,
    origin: 'agent',
    evidence,
  })
}

/** The sentence that says why it was broken. */
const causeOf = (said: readonly Statement[]): Statement | undefined =>
  said
    .filter(
      (statement) =>
        isFinding(statement) && statement.cues.type === 'discovery' && !pointsBack(statement.text),
    )
    .reduce<Statement | undefined>(
      (best, statement) => (best === undefined || statement.score > best.score ? statement : best),
      undefined,
    )
