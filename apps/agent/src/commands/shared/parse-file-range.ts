import { usageError } from '../../errors/cli-error.ts'

export type FileRange = { file: string; range: { from: number; to: number } | undefined }

const FILE_RANGE = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/s

/** As somebody writes a range that is none here: open at one end, or with what other tools put between. */
const NO_RANGE = /:(L?\d*(?:[-–—,]|\.{2,3})L?\d*|L\d+|\d+-\d+-\d+)$/

/**
 * FILE, FILE:LINE or FILE:LINE-LINE as somebody types it. A file may have a colon in its name, so only numbers at the end are lines.
 *
 * @throws CliError where the lines are no range.
 */
export const parseFileRange = (typed: string): FileRange => {
  const [, file = '', from, to = from] = FILE_RANGE.exec(typed) ?? []
  if (from === undefined) {
    const [, other] = NO_RANGE.exec(typed) ?? []
    if (other !== undefined) throw noRange(other)
    return { file, range: undefined }
  }
  const range = { from: Number(from), to: Number(to) }
  if (range.from < 1 || range.to < range.from) throw noRange(from === to ? from : `${from}-${to}`)
  return { file, range }
}

const noRange = (typed: string) =>
  usageError(
    `${typed} is no range of lines.`,
    'Lines are counted from 1, the lower one first: FILE:12 or FILE:12-20.',
  )
