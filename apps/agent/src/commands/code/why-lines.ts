import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WHY_LIMITS, type WhyQuery } from '@teamlore/shared/why'
import { usageError } from '../../errors/cli-error.ts'
import { blameFile } from '../../git/blame-file.ts'
import { plural } from '../../output/format.ts'
import { type FileRange, parseFileRange } from '../shared/parse-file-range.ts'

export type Lines = NonNullable<FileRange['range']>
export type WhyTarget = { path: string; lines: Lines | undefined }

/** `src/x.ts:12` or `src/x.ts:9-14`; a file may have a colon in its name, so only numbers at the end are lines. */
export const readTarget = (typed: string): WhyTarget => {
  // What stands behind a second colon is a column, as compilers write it.
  const { file, range } = parseFileRange(typed.replace(/:(\d+):\d+$/, ':$1'))
  return { path: file, lines: range }
}

/** Nothing but the whole file could be said of lines that are not there. @throws CliError where the file has fewer. */
export const ensureLines = async (
  root: string,
  file: string | undefined,
  path: string | undefined,
): Promise<void> => {
  if (file === undefined || path === undefined) return
  const typed = readTarget(file)
  if (typed.lines === undefined) return
  const text = await readFile(join(root, path), 'utf8').catch(() => undefined)
  if (text === undefined) return
  const count = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
  if (typed.lines.to > count) throw noSuchLine(typed.path, { has: 'has', count, ...typed.lines })
}

type Missing = Lines & { has: 'has' | 'had'; count: number }

export const noSuchLine = (path: string, { has, count, from, to }: Missing): Error =>
  usageError(
    `${path} ${has} ${plural(count, 'line')}${has === 'had' ? ' then' : ''}, so there is no line ${from > count ? from : to}.`,
    'Name lines that are there, or the file alone.',
  )

type OfLines = Partial<Pick<WhyQuery, 'line' | 'end_line' | 'line_sha' | 'line_print' | 'blamed'>>

/** The lines as they are asked for, without a word on who wrote them. */
export const rangeOf = (lines: Lines | undefined): OfLines =>
  lines === undefined
    ? {}
    : { line: lines.from, ...(lines.to === lines.from ? {} : { end_line: lines.to }) }

/** The lines as they are asked for, with what git says of them in this checkout; the path they had then stays with git. */
export const askedLines = async (
  root: string,
  path: string,
  lines: Lines | undefined,
  revision?: string,
): Promise<OfLines> => {
  if (lines === undefined) return {}
  const { from, to } = lines
  const found = await blameFile(root, path, lines, revision).catch(() => [])
  if (from === to) {
    const [one] = found
    return {
      line: from,
      ...(one?.sha ? { line_sha: one.sha } : {}),
      ...(one?.print ? { line_print: one.print } : {}),
    }
  }
  const blamed = new Set(
    found.flatMap(({ sha, print }) => (sha || print ? `${sha ?? ''}:${print ?? ''}` : [])),
  )
  const sent = [...blamed].slice(0, WHY_LIMITS.maxBlamed).join(',')
  return { line: from, end_line: to, ...(sent === '' ? {} : { blamed: sent }) }
}
