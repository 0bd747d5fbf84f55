import { createHash } from 'node:crypto'
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

/** What git says of each line, moved and copied ones followed. Works without a server. */
export const blameFile = async (
  cwd: string,
  file: string,
  range: { from: number; to: number } | undefined,
): Promise<BlamedLine[]> => {
  const lines = range === undefined ? [] : ['-L', `${range.from},${range.to}`]
  const text = await gitText(cwd, ['blame', '--porcelain', '-M', '-C', ...lines, '--', file])
  return linesOf(text, file)
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
