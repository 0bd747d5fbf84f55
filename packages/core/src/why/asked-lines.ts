import type { TeamRepositories } from '@teamlore/db'
import type { Blamed } from '@teamlore/shared/blame'
import type { WhyQuery } from '@teamlore/shared/why'
import { blameIn } from '../blame/blame-lines.ts'
import { entryOfLine } from './commit-entries.ts'
import type { LineRange } from './score.ts'
import type { WhyEntry } from './why-entry.ts'

export type AskedLines = Pick<
  WhyQuery,
  'line' | 'end_line' | 'line_sha' | 'line_print' | 'blamed'
> & { paths: readonly string[] }

/** The lines that are asked for, where some are. */
export const linesOf = ({
  line,
  end_line,
}: Pick<AskedLines, 'line' | 'end_line'>): LineRange | undefined =>
  line === undefined ? undefined : { from: line, to: end_line ?? line }

export const placeOf = (path: string | undefined, lines: LineRange | undefined): string => {
  if (lines === undefined) return `${path}`
  return `${path}:${lines.from}${lines.to === lines.from ? '' : `-${lines.to}`}`
}

/** Who wrote the lines that are asked for, each commit or session once; of those up to a time, where one is given. */
export const entriesOfLines = async (
  repos: Pick<TeamRepositories, 'blame'>,
  asked: AskedLines,
  until?: Date,
): Promise<WhyEntry[]> => {
  const [path] = asked.paths
  const blamed = blamedOf(asked)
  if (path === undefined || blamed.length === 0) return []
  const lines = linesOf(asked)
  const isRange = lines !== undefined && lines.from !== lines.to
  const { answers } = await blameIn(
    repos,
    blamed.map((one) => ({ path, ...one })),
  )
  const known = answers.filter(({ commit }) => until === undefined || isBy(commit, until))
  const entries = known.flatMap((one) => entryOfLine({ place: placeOf(path, lines), isRange }, one))
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

const isBy = (commit: Blamed['commit'], until: Date): boolean =>
  commit !== null && Date.parse(commit.authored_at) <= until.getTime()

type BlamedLine = { sha: string | null; print: string | null }

/** What git says of the lines, once each. */
const blamedOf = ({ line_sha, line_print, blamed }: AskedLines): BlamedLine[] => {
  const ofOne = `${line_sha ?? ''}:${line_print ?? ''}`
  return [...new Set([ofOne, ...(blamed ?? '').split(',')])].flatMap((pair) => {
    const [sha, print] = pair.split(':')
    return sha || print ? [{ sha: sha || null, print: print || null }] : []
  })
}
