/**
 * Writes segments of real sessions to be answered by a model outside, and takes its answers in:
 *   npx tsx bench/record.ts segments FOLDER   one text for each segment of sessions that edited or worked with tools, up to three long
 *   npx tsx bench/record.ts fold FOLDER       takes each NAME.json beside a NAME.txt into bench/data/recorded/answers.jsonl
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createModelDistiller } from '@teamlore/core/distil-by-model'
import { benchEnv } from './harness/bench-env.ts'
import { distilInputOf } from './harness/distil-input.ts'
import { realSessions } from './harness/real-sessions.ts'
import { recordedAnswers, segmentKey } from './harness/recorded-answers.ts'
import { progress } from './harness/report.ts'

const RECORDED = join(import.meta.dirname, 'data/recorded')

/** Longer sessions say little more about the prompt and take a day to answer. */
const MAX_SEGMENTS = 3

const segments = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  let count = 0
  for await (const { name, session } of realSessions(benchEnv().sharedDir)) {
    const isWork = session.messages.some(({ kind }) => kind === 'tool_result')
    if (!isWork && session.edits.length === 0) continue
    const asked: string[] = []
    const distiller = createModelDistiller(async (lines) => {
      asked.push(lines)
      return { findings: [], summaries: [] }
    })
    await distiller.distil(distilInputOf(session))
    if (asked.length === 0 || asked.length > MAX_SEGMENTS) continue
    const file = String(count++).padStart(3, '0')
    for (const [n, lines] of asked.entries())
      writeFileSync(join(folder, `${file}-${n}.txt`), `${name}\n${segmentKey(lines)}\n${lines}\n`)
  }
  progress(`${count} sessions in ${folder}`)
}

const fold = (folder: string): void => {
  const rows = new Map(recordedAnswers().map((row) => [row.key, row]))
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()) {
    const answer = join(folder, file.replace('.txt', '.json'))
    if (!existsSync(answer)) continue
    const [session = '', key = ''] = readFileSync(join(folder, file), 'utf8').split('\n')
    rows.set(key, { session, key, answer: JSON.parse(readFileSync(answer, 'utf8')) })
  }
  mkdirSync(RECORDED, { recursive: true })
  const lines = [...rows.values()].map((row) => `${JSON.stringify(row)}\n`)
  writeFileSync(join(RECORDED, 'answers.jsonl'), lines.join(''))
  progress(`${rows.size} answers`)
}

const [what, folder] = process.argv.slice(2)
if (folder === undefined || (what !== 'segments' && what !== 'fold')) {
  process.stderr.write('Say `segments FOLDER` or `fold FOLDER`.\n')
  process.exitCode = 2
} else if (what === 'segments') await segments(folder)
else fold(folder)
