import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createRandom, type Random } from './random.ts'

export type RepositorySize = { commits: number; files: number; filesPerCommit?: number }

const WORDS = ['berth', 'tide', 'quay', 'ferry', 'buoy', 'mast', 'wharf', 'gull', 'rope', 'crane']

/** A line that nobody else writes, about as long as one of code. */
export const lineOf = (n: number, random: Random): string =>
  `  const ${random.pick(WORDS)}${n} = ${random.pick(WORDS)}Of(${random.int(1_000)}, '${random.pick(WORDS)}-${n}')`

const START = Date.UTC(2026, 0, 1) / 1_000
const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

export const pathOf = (n: number): string =>
  `src/part${Math.floor(n / 100)}/module${Math.floor(n / 10) % 10}/file${n}.ts`

/** Replaces a stretch of a file by new lines, as an edit does. */
const edited = (lines: string[], fresh: string[], random: Random): string[] => {
  const at = random.int(Math.max(1, lines.length - 10))
  return [...lines.slice(0, at), ...fresh, ...lines.slice(at + (lines.length > 80 ? 10 : 4))]
}

/** Commits as `git fast-import` reads them: each writes about 12 lines in each of three files. */
function* stream({ commits, files, filesPerCommit = 3 }: RepositorySize): Generator<string> {
  const random = createRandom(20)
  const contents = new Map<number, string[]>()
  let line = 0
  for (let n = 0; n < commits; n++) {
    const time = START + n * 600
    const touched = new Set<number>()
    while (touched.size < filesPerCommit) {
      // New files first, then any.
      const fresh = contents.size + touched.size
      touched.add(fresh < files ? fresh : random.int(files))
    }
    yield `commit refs/heads/main\nauthor Ann <ann@example.com> ${time} +0000\ncommitter Ann <ann@example.com> ${time} +0000\n`
    yield data(`Change number ${n} of the harbour\n`)
    for (const file of touched) {
      const fresh = Array.from({ length: 12 }, () => lineOf(line++, random))
      const lines = edited(contents.get(file) ?? [], fresh, random)
      contents.set(file, lines)
      yield `M 100644 inline ${pathOf(file)}\n${data(`${lines.join('\n')}\n`)}`
    }
    yield '\n'
  }
}

/** A repository with so many commits and files, the same in every run. */
export const buildRepository = async (root: string, size: RepositorySize): Promise<void> => {
  mkdirSync(root, { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', root])
  const child = spawn('git', ['-C', root, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close')
  for (const piece of stream(size)) if (!child.stdin.write(piece)) await once(child.stdin, 'drain')
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`)
  execFileSync('git', ['-C', root, 'reset', '-q', '--hard', 'main'])
}
