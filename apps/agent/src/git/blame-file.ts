import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { plural } from '../output/format.ts'
import { gitText } from './spawn-git.ts'

export type BlamedLine = {
  line: number
  text: string
  /** Null while it is not committed. */
  sha: string | null
  /** The file as it was called in that commit. */
  path: string
  author: string
  subject: string
  print: string | null
}

const HEAD = /^([0-9a-f]{40}|[0-9a-f]{64}) \d+ (\d+)/
const NOT_COMMITTED = /^0+$/

type Range = { from: number; to: number }

/**
 * What git says of each line, moved and copied ones followed. Works without a server. Of a file that no commit has, no line is committed.
 *
 * @param revision hash of the commit as of which lines are asked for; undefined: as they are in the folder.
 */
export const blameFile = async (
  cwd: string,
  file: string,
  range: Range | undefined,
  revision?: string,
): Promise<BlamedLine[]> => {
  const lines = range === undefined ? [] : ['-L', `${range.from},${range.to}`]
  const then = revision === undefined ? [] : [revision]
  const args = ['blame', '--porcelain', '-M', '-C', ...lines, ...then, '--', file]
  try {
    return linesOf(await gitText(cwd, args), file)
  } catch (error) {
    if (revision !== undefined) throw error
    const path = await uncommittedPath(cwd, file)
    if (path === undefined) throw error
    return uncommittedLines(await readFile(resolve(cwd, file), 'utf8'), path, range)
  }
}

/** The path in its repository of a file that is there and in no commit yet; git blames only what HEAD or the index has. */
const uncommittedPath = async (cwd: string, file: string): Promise<string | undefined> => {
  const ask = (...args: string[]) =>
    gitText(cwd, ['--literal-pathspecs', ...args, '--', file]).catch(() => '')
  if ((await ask('ls-tree', '-z', 'HEAD')) !== '') return undefined
  const [path] = (await ask('ls-files', '-z', '--full-name', '--cached', '--others')).split('\0')
  return path === '' ? undefined : path
}

const uncommittedLines = (text: string, path: string, range: Range | undefined): BlamedLine[] => {
  const lines = text.replace(/\n$/, '').split('\n')
  const count = text === '' ? 0 : lines.length
  const { from, to } = range ?? { from: 1, to: count }
  if (range !== undefined && from > count)
    throw new Error(`${path} has only ${plural(count, 'line')}.`)
  return lines
    .slice(from - 1, to)
    .map((line, n) => lineOf({ sha: '0', line: from + n }, { path, author: '', subject: '' }, line))
}

type Facts = { path: string; author: string; subject: string }

/** The porcelain: a head for each line, facts of a commit where it comes first, then the line behind a tab. */
const linesOf = (text: string, file: string): BlamedLine[] => {
  const known = new Map<string, Facts>()
  const found: BlamedLine[] = []
  let at = { sha: '', line: 0 }
  for (const line of text.split('\n')) {
    const head = HEAD.exec(line)
    const facts = known.get(at.sha) ?? { path: file, author: '', subject: '' }
    if (line.startsWith('\t')) found.push(lineOf(at, facts, line.slice(1)))
    else if (head !== null) {
      at = { sha: head[1] ?? '', line: Number(head[2]) }
      if (!known.has(at.sha)) known.set(at.sha, { path: file, author: '', subject: '' })
    } else noteFact(facts, line)
  }
  return found
}

const noteFact = (facts: Facts, line: string): void => {
  if (line.startsWith('author ')) facts.author = line.slice(7)
  if (line.startsWith('summary ')) facts.subject = line.slice(8)
  if (line.startsWith('filename ')) facts.path = line.slice(9)
}

const lineOf = (at: { sha: string; line: number }, facts: Facts, text: string): BlamedLine => ({
  line: at.line,
  text,
  sha: NOT_COMMITTED.test(at.sha) ? null : at.sha,
  ...facts,
  print: printOf(text),
})

const printOf = (line: string): string | null =>
  line.trim() === '' ? null : createHash('sha256').update(line.trim()).digest('hex').slice(0, 16)
