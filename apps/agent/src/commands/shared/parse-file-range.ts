import { usageError } from '../../errors/cli-error.ts'

export type FileRange = { file: string; range: { from: number; to: number } | undefined }

const FILE_RANGE = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/s

/**
 * FILE, FILE:LINE or FILE:LINE-LINE as somebody types it. A file may have a colon in its name, so only numbers at the end are lines.
 *
 * @throws CliError where the lines are no range.
 */
export const parseFileRange = (typed: string): FileRange => {
  const [, file = '', from, to = from] = FILE_RANGE.exec(typed) ?? []
  if (from === undefined) return { file, range: undefined }
  const range = { from: Number(from), to: Number(to) }
  if (range.from < 1 || range.to < range.from)
    throw usageError(
      `${range.from}-${range.to} is no range of lines.`,
      'Lines are counted from 1: FILE:12 or FILE:12-20.',
    )
  return { file, range }
}
