import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from './report.ts'

type Verdict = 'useful' | 'trivial' | 'junk' | 'wrong'
/** `is_struck`: a model's review struck it. `second`: what another judge said of the same. */
type Judged = { verdict: Verdict; is_struck?: boolean; second?: { verdict: Verdict } }

const share = (part: number, whole: number) => Math.round((100 * part) / whole)

const rowOf = (what: string, verdicts: readonly Verdict[]): Row => {
  const count = (...wanted: Verdict[]) => verdicts.filter((each) => wanted.includes(each)).length
  return {
    what: `judged: ${what}`,
    judged: verdicts.length,
    'useful %': share(count('useful'), verdicts.length),
    'trivial %': share(count('trivial'), verdicts.length),
    'junk + wrong %': share(count('junk', 'wrong'), verdicts.length),
  }
}

const SAMPLES = [
  'rules-findings',
  'rules-held-out-first',
  'rules-held-out',
  'rules-fresh',
  'rules-summaries',
  'model-findings',
  'agent-findings',
  'model-summaries',
]

/** Shares of what a reader judged, file by file. */
export const judgedRows = (folder: string): Row[] =>
  SAMPLES.flatMap((name) => {
    const path = join(folder, `${name}.jsonl`)
    if (!existsSync(path)) return []
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    const all = lines.map((line) => JSON.parse(line) as Judged)
    const kept = all.filter(({ is_struck = false }) => !is_struck)
    const second = all.flatMap((one) => one.second?.verdict ?? [])
    const verdicts = (of: readonly Judged[]) => of.map(({ verdict }) => verdict)
    return [
      rowOf(name, verdicts(all)),
      ...(kept.length < all.length ? [rowOf(`${name}, reviewed`, verdicts(kept))] : []),
      ...(second.length > 0 ? [rowOf(`${name}, by another judge`, second)] : []),
    ]
  })
