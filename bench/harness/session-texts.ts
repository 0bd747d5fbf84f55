import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from './random.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const FOLDERS = ['packages', 'apps', 'docs', 'scripts'] as const
const SKIPPED = /node_modules|dist|\.next|redaction/
const READ = /\.(?:ts|tsx|mjs|md|sql|json)$/

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (SKIPPED.test(entry.name)) return []
    if (entry.isDirectory()) return filesIn(path)
    return READ.test(entry.name) ? [path] : []
  })

/** As a reading tool prints a file. */
const numbered = (text: string): string =>
  text
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join('\n')

/**
 * What stands in sessions: files of this repository as tools print them, whole and in pieces of a few lines, until there are
 * about `size` characters. Every fiftieth piece is followed by one of `extras`.
 */
export const sessionTexts = (size: number, extras: readonly string[]): string[] => {
  const files = FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder)))
    .sort()
    .map((path) => readFileSync(path, 'utf8'))
  const random = createRandom(5)
  const texts: string[] = []
  for (let length = 0; length < size; length += texts.at(-1)?.length ?? 0) {
    const file = random.pick(files)
    const from = random.int(file.length)
    const isWhole = random.int(4) === 0
    texts.push(isWhole ? numbered(file) : file.slice(from, from + 100 + random.int(3_000)))
    if (texts.length % 50 === 0 && extras.length > 0) texts.push(random.pick(extras))
  }
  return texts
}
