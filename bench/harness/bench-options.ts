import { parseArgs } from 'node:util'

export type BenchEngine = 'embedded' | 'postgres'

export type BenchOptions = {
  json: boolean
  engines: BenchEngine[]
  sizes: number[]
  sets: string[]
  /** Questions per set or size; all of them by default. */
  questions: number | undefined
  /** Filled databases stay for the next run. */
  keep: boolean
  /** Searches by words alone, of databases without an index of their vectors. */
  words: boolean
}

const HELP = `Options:
  --json                 one JSON document on standard output instead of tables
  --engine NAME          embedded (default), postgres (needs TEST_DATABASE_URL) or both
  --sizes 10k,100k       documents to measure at, where sizes apply
  --set NAME             only this set of questions; may be repeated
  --questions N          only the first N questions
  --keep                 keep the filled databases (search), and use those an earlier run has kept
  --words                search by words alone, without building an index of the vectors (search)
`

const sizeOf = (text: string): number => {
  const match = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.trim())
  if (match === null) throw new Error(`Not a size: ${text}. Write 10000, 10k or 1m.`)
  const unit = { '': 1, k: 1_000, m: 1_000_000 }[match[2]?.toLowerCase() ?? ''] ?? 1
  return Math.round(Number(match[1]) * unit)
}

const enginesOf = (text: string): BenchEngine[] => {
  if (text === 'both') return ['embedded', 'postgres']
  if (text === 'embedded' || text === 'postgres') return [text]
  throw new Error(`Not an engine: ${text}. Write embedded, postgres or both.`)
}

/** Reads the options of every benchmark alike. Leaves the process with a sentence when they are wrong. */
export const readBenchOptions = (
  args = process.argv.slice(2),
  { sizes = '10k' }: { sizes?: string } = {},
): BenchOptions => {
  try {
    const { values } = parseArgs({
      args,
      options: {
        json: { type: 'boolean', default: false },
        engine: { type: 'string', default: 'embedded' },
        sizes: { type: 'string', default: sizes },
        set: { type: 'string', multiple: true, default: [] },
        questions: { type: 'string' },
        keep: { type: 'boolean', default: false },
        words: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(HELP)
      process.exit(0)
    }
    return {
      json: values.json,
      engines: enginesOf(values.engine),
      sizes: values.sizes.split(',').map(sizeOf),
      sets: values.set,
      questions: values.questions === undefined ? undefined : Number(values.questions),
      keep: values.keep,
      words: values.words,
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${HELP}`)
    process.exit(2)
  }
}
