/**
 * Writes what a model outside is to answer about real sessions, and takes its answers in:
 *   npx tsx bench/record.ts segments FOLDER [--recorded | --only FILE]
 *                                          one text for each segment of sessions that edited or worked with tools, up to three long; of
 *                                          those that have recorded answers, or of those that FILE names
 *   npx tsx bench/record.ts handed FOLDER  one text for each question to the reader of what agents hand over; the two statements on one
 *                                          quote are in different ones, of which those of pass-0 and of pass-1 are for different readers
 *   npx tsx bench/record.ts fold FOLDER    takes each NAME.json beside a NAME.txt into bench/data/recorded: NAME.review of reviews into
 *                                          reviews.jsonl, NAME.reading of the reader into readings.jsonl, all others into answers.jsonl
 * A later segment is asked with what was found in the earlier ones, and a review with what was found in its segment. So they are
 * written once that is answered: run `segments` again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createModelDistiller } from '@teamlore/core/distil-by-model'
import { benchEnv } from './harness/bench-env.ts'
import { distilInputOf } from './harness/distil-input.ts'
import { handedStatements, readerQuestions, recordedReadings } from './harness/handed-pairs.ts'
import { type RealSession, realSessions } from './harness/real-sessions.ts'
import {
  type Recorded,
  type RecordedReview,
  recordedAnswers,
  recordedReviews,
  reviewKey,
  segmentKey,
} from './harness/recorded-answers.ts'
import { progress } from './harness/report.ts'

const RECORDED = join(import.meta.dirname, 'data/recorded')

/** Longer sessions say little more about the prompt and take a day to answer. */
const MAX_SEGMENTS = 3

const NOTHING: Recorded['answer'] = { findings: [], no_longer_holds: [], summaries: [] }

const answerIn = <T>(path: string): T | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined

/** What was answered before, by the hash of the question. */
const known = {
  segments: new Map(recordedAnswers().map(({ key, answer }) => [key, answer])),
  reviews: new Map(recordedReviews().map(({ key, answer }) => [key, answer])),
}

type Written = { path: string; session: string; key: string; prompt: string; isAnswered: boolean }

/** What is asked of a session, up to the first segment that nobody has answered. */
const questionsOf = async ({ name, session }: RealSession, folder: string): Promise<Written[]> => {
  const asked: Written[] = []
  let count = 0
  let isOpen = true
  const file = join(folder, name.replaceAll(/[^\w.-]+/g, '_'))
  const distiller = createModelDistiller(
    async (prompt) => {
      const path = `${file}-${count++}`
      const key = segmentKey(prompt)
      const answer = answerIn<Recorded['answer']>(`${path}.json`) ?? known.segments.get(key)
      const isAnswered = answer !== undefined
      if (isOpen) asked.push({ path, session: name, key, prompt, isAnswered })
      isOpen &&= isAnswered
      return answer ?? NOTHING
    },
    async (prompt) => {
      const path = `${file}-${count - 1}.review`
      const key = reviewKey(prompt)
      const answer = answerIn<RecordedReview['answer']>(`${path}.json`) ?? known.reviews.get(key)
      asked.push({ path, session: name, key, prompt, isAnswered: answer !== undefined })
      return answer
    },
  )
  await distiller.distil(distilInputOf(session))
  return count > MAX_SEGMENTS ? [] : asked
}

const isWork = ({ session }: RealSession): boolean =>
  session.edits.length > 0 || session.messages.some(({ kind }) => kind === 'tool_result')

/** Those that an option names; undefined where it names none. */
const chosen = (option: string | undefined, file: string | undefined): Set<string> | undefined => {
  if (option === '--recorded') return new Set(recordedAnswers().map(({ session }) => session))
  if (option !== '--only' || file === undefined) return undefined
  return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))
}

const segments = async (folder: string, names: ReadonlySet<string> | undefined): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  let sessions = 0
  let open = 0
  for await (const real of realSessions(benchEnv().sharedDir)) {
    if (names === undefined ? !isWork(real) : !names.has(real.name)) continue
    const asked = await questionsOf(real, folder)
    if (asked.length === 0) continue
    sessions++
    for (const { path, session, key, prompt } of asked.filter(({ isAnswered }) => !isAnswered)) {
      writeFileSync(`${path}.txt`, `${session}\n${key}\n${prompt}\n`)
      open++
    }
  }
  progress(`${sessions} sessions; ${open} texts in ${folder} are to be answered`)
}

const handed = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const answered = new Set(recordedReadings().map(({ key }) => key))
  let open = 0
  for await (const real of realSessions(benchEnv().sharedDir)) {
    const own = handedStatements().filter(({ session }) => session === real.name)
    for (const [n, { pass, key, prompt }] of (await readerQuestions(own, real)).entries()) {
      if (answered.has(key)) continue
      const name = `pass-${pass}.${real.name.replaceAll(/[^\w.-]+/g, '_')}-${n}.reading.txt`
      writeFileSync(join(folder, name), `${real.name}\n${key}\n${prompt}\n`)
      open++
    }
  }
  progress(`${open} texts in ${folder} are to be answered`)
}

type Row = { session: string; key: string; answer: unknown }

/** What was answered to a session before is replaced as a whole: later segments rest on earlier ones. */
const write = (file: string, before: readonly Row[], taken: readonly Row[]): void => {
  const anew = new Set(taken.map(({ session }) => session))
  const rows = [...before.filter(({ session }) => !anew.has(session)), ...taken]
  mkdirSync(RECORDED, { recursive: true })
  writeFileSync(join(RECORDED, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  progress(`${rows.length} lines in ${file}`)
}

const fold = (folder: string): void => {
  const taken = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => {
      const answer = answerIn(join(folder, name.replace(/txt$/, 'json')))
      if (answer === undefined) return []
      const [session = '', key = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
      return [{ session, key, answer, kind: /\.(review|reading)\.txt$/.exec(name)?.[1] }]
    })
  const of = (wanted: string | undefined): Row[] =>
    taken
      .filter(({ kind }) => kind === wanted)
      .map(({ session, key, answer }) => ({ session, key, answer }))
  write('answers.jsonl', recordedAnswers(), of(undefined))
  write('reviews.jsonl', recordedReviews(), of('review'))
  write('readings.jsonl', recordedReadings(), of('reading'))
}

const [what, folder, option, file] = process.argv.slice(2)
if (folder === undefined || !['segments', 'handed', 'fold'].includes(what ?? '')) {
  process.stderr.write('Say `segments FOLDER`, `handed FOLDER` or `fold FOLDER`.\n')
  process.exitCode = 2
} else if (what === 'segments') await segments(folder, chosen(option, file))
else if (what === 'handed') await handed(folder)
else fold(folder)
