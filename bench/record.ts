/**
 * Writes segments of real sessions to be answered by a model outside, and takes its answers in:
 *   npx tsx bench/record.ts segments FOLDER [--recorded]   one text for each segment of sessions that edited or worked with tools, up
 *                                                          to three long; or of those that have recorded answers
 *   npx tsx bench/record.ts fold FOLDER                    takes each NAME.json beside a NAME.txt into bench/data/recorded/answers.jsonl
 * A later segment is asked with what was found in the earlier ones. So it is written once those are answered: run `segments` again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createModelDistiller } from '@teamlore/core/distil-by-model'
import { benchEnv } from './harness/bench-env.ts'
import { distilInputOf } from './harness/distil-input.ts'
import { type RealSession, realSessions } from './harness/real-sessions.ts'
import { type Recorded, recordedAnswers, segmentKey } from './harness/recorded-answers.ts'
import { progress } from './harness/report.ts'

const RECORDED = join(import.meta.dirname, 'data/recorded')

/** Longer sessions say little more about the prompt and take a day to answer. */
const MAX_SEGMENTS = 3

const NOTHING: Recorded['answer'] = { findings: [], no_longer_holds: [], summaries: [] }

const answerIn = (path: string): Recorded['answer'] | undefined =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined

type Written = { name: string; key: string; prompt: string; isAnswered: boolean }

/** What is asked of a session, up to the first segment that nobody has answered. */
const questionsOf = async ({ name, session }: RealSession, file: string): Promise<Written[]> => {
  const asked: Written[] = []
  let count = 0
  const distiller = createModelDistiller(async (prompt) => {
    const path = `${file}-${count++}.json`
    const isOpen = asked.every(({ isAnswered }) => isAnswered)
    const answer = answerIn(path)
    if (isOpen)
      asked.push({ name, key: segmentKey(prompt), prompt, isAnswered: answer !== undefined })
    return answer ?? NOTHING
  })
  await distiller.distil(distilInputOf(session))
  return count > MAX_SEGMENTS ? [] : asked
}

const isWork = ({ session }: RealSession): boolean =>
  session.edits.length > 0 || session.messages.some(({ kind }) => kind === 'tool_result')

const segments = async (folder: string, isRecorded: boolean): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const names = new Set(recordedAnswers().map(({ session }) => session))
  let count = 0
  let open = 0
  for await (const real of realSessions(benchEnv().sharedDir)) {
    if (isRecorded ? !names.has(real.name) : !isWork(real)) continue
    const file = join(folder, String(count).padStart(3, '0'))
    const asked = await questionsOf(real, file)
    if (asked.length === 0) continue
    count++
    for (const [n, { name, key, prompt }] of asked.entries())
      writeFileSync(`${file}-${n}.txt`, `${name}\n${key}\n${prompt}\n`)
    if (asked.some(({ isAnswered }) => !isAnswered)) open++
  }
  progress(`${count} sessions in ${folder}, ${open} of them with a segment to be answered`)
}

/** What was answered to a session before is replaced as a whole: later segments rest on earlier ones. */
const fold = (folder: string): void => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  const taken = files.sort().flatMap((file): Recorded[] => {
    const answer = answerIn(join(folder, file.replace('.txt', '.json')))
    if (answer === undefined) return []
    const [session = '', key = ''] = readFileSync(join(folder, file), 'utf8').split('\n')
    return [{ session, key, answer }]
  })
  const anew = new Set(taken.map(({ session }) => session))
  const rows = [...recordedAnswers().filter(({ session }) => !anew.has(session)), ...taken]
  mkdirSync(RECORDED, { recursive: true })
  writeFileSync(
    join(RECORDED, 'answers.jsonl'),
    rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  )
  progress(`${rows.length} answers`)
}

const [what, folder, option] = process.argv.slice(2)
if (folder === undefined || (what !== 'segments' && what !== 'fold')) {
  process.stderr.write('Say `segments FOLDER` or `fold FOLDER`.\n')
  process.exitCode = 2
} else if (what === 'segments') await segments(folder, option === '--recorded')
else fold(folder)
