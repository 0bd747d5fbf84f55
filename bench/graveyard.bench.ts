// `npm run bench -- graveyard`: how often a warning that work resembles what was tried and given up is right, and how often one is given
// where it should be, on labelled pairs of work and graveyard entries.
import { readFileSync } from 'node:fs'
import { createResemblance } from '@teamlore/core/outcomes'
import { z } from 'zod'
import { readBenchOptions } from './harness/bench-options.ts'
import { newReport, printReport, type Row } from './harness/report.ts'

const setSchema = z.array(
  z.object({
    half: z.enum(['fit', 'held-out']),
    statement: z.string(),
    reason: z.string(),
    paths: z.array(z.string()),
    pairs: z.array(
      z.object({ resembles: z.boolean(), work: z.string(), paths: z.array(z.string()) }),
    ),
  }),
)

const { json } = readBenchOptions()
const report = newReport('graveyard')
const file = new URL('./data/graveyard/pairs.json', import.meta.url)
const graves = setSchema.parse(JSON.parse(readFileSync(file, 'utf8')))

type Grave = z.infer<typeof setSchema>[number]
type Judged = { resembles: boolean; warns: boolean; work: string; statement: string }

const warnsOf = ({ work, paths }: Grave['pairs'][number], grave: Grave): boolean =>
  createResemblance({ words: work, paths })(grave) !== undefined

const judge = (grave: Grave): Judged[] =>
  grave.pairs.map((pair) => ({
    resembles: pair.resembles,
    work: pair.work,
    statement: grave.statement,
    warns: warnsOf(pair, grave),
  }))

/** The same work beside every other entry, of which none is meant. */
const crossedWith = (grave: Grave): boolean[] =>
  graves
    .filter((other) => other !== grave)
    .flatMap((other) => grave.pairs.map((pair) => warnsOf(pair, other)))

const three = (share: number): number => Math.round(share * 1_000) / 1_000

const count = (half: Grave['half']): Row => {
  const own = graves.filter((grave) => grave.half === half)
  const judged = own.flatMap(judge)
  const right = judged.filter(({ resembles, warns }) => resembles && warns).length
  const crossed = own.flatMap(crossedWith)
  report.figures.push(...judged.filter(({ resembles, warns }) => resembles !== warns))
  return {
    half,
    entries: own.length,
    pairs: judged.length,
    precision: three(right / judged.filter(({ warns }) => warns).length),
    recall: three(right / judged.filter(({ resembles }) => resembles).length),
    'crossed pairs': crossed.length,
    'false alarms among them': crossed.filter(Boolean).length,
  }
}

const rows = [count('fit'), count('held-out')]
report.tables.push(rows)
report.figures.push(...rows)
report.notes.push(
  'Targets: precision 0.8, recall 0.5. Thresholds and words were fitted on the first half alone.',
  'The pairs were written by hand before the rule was, hard ones among them: the same file with other work, the same words about other code, and work that undoes.',
)
printReport(report, { json })
