import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from './report.ts'

type Verdict = 'useful' | 'trivial' | 'junk' | 'wrong'

const share = (part: number, whole: number) => Math.round((100 * part) / whole)

/** Shares of what a reader judged, file by file. */
export const judgedRows = (folder: string): Row[] =>
  ['rules-findings', 'rules-summaries', 'model-findings', 'model-summaries'].flatMap((name) => {
    const path = join(folder, `${name}.jsonl`)
    if (!existsSync(path)) return []
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    const verdicts = lines.map((line) => (JSON.parse(line) as { verdict: Verdict }).verdict)
    const count = (...wanted: Verdict[]) => verdicts.filter((each) => wanted.includes(each)).length
    return [
      {
        what: `judged: ${name}`,
        judged: verdicts.length,
        'useful %': share(count('useful'), verdicts.length),
        'trivial %': share(count('trivial'), verdicts.length),
        'junk + wrong %': share(count('junk', 'wrong'), verdicts.length),
      },
    ]
  })
