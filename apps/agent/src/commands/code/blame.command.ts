import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BLAME_LIMITS, type Blamed } from '@teamlore/shared/blame'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { describeError } from '../../errors/describe-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { type BlamedLine, blameFile } from '../../git/blame-file.ts'
import { openConnection } from '../../platform/connection.ts'
import { runGit } from '../../project/run-git.ts'
import { type AnsweredLine, blameLines, blameMarkdown } from '../../views/blame.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { parseFileRange } from '../shared/parse-file-range.ts'
import { pathLikeHere } from '../shared/path-like.ts'

export type BlameOptions = { markdown?: boolean | undefined }

/** `lore blame FILE[:LINE[-LINE]]`: from each line to its commit, the session that wrote it, and the prompt that asked for it. */
export const runBlame = async (
  context: CommandContext,
  place: string,
  { markdown }: BlameOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { file, range } = parseFileRange(place)
  await ensureFile(context.cwd(), file)
  const lines = await blameFile(context.cwd(), file, range).catch((error: unknown) => {
    throw new CliError({
      code: 'blame.git',
      message:
        error instanceof Error ? error.message.slice(0, 500) : 'git could not blame this file.',
      hint: 'Run this in the repository, for a file and lines that are there.',
    })
  })
  const answered = await answer(context, lines)
  if (isJson) output.json({ file, lines: answered })
  else if (markdown) output.print(...blameMarkdown(file, answered))
  else output.print(...blameLines(answered))
  return EXIT.ok
}

const ensureFile = async (cwd: string, file: string): Promise<void> => {
  const isFile = await stat(resolve(cwd, file)).then(
    (found) => found.isFile(),
    () => false,
  )
  if (isFile) return
  const meant = await pathLikeHere(runGit, cwd, file)
  throw usageError(
    `There is no file ${file} here.`,
    meant === undefined ? 'Give its path as seen from this folder.' : `Did you mean ${meant}?`,
  )
}

/** What git says stays when there is nobody to ask, or nobody answers. */
const answer = async (
  context: CommandContext,
  lines: readonly BlamedLine[],
): Promise<AnsweredLine[]> => {
  try {
    const { client } = await openConnection(context)
    const answers: (Blamed | null)[] = []
    for (let at = 0; at < lines.length; at += BLAME_LIMITS.maxLines) {
      const portion = lines.slice(at, at + BLAME_LIMITS.maxLines)
      const asked = portion.filter(({ sha, print }) => sha !== null || print !== null)
      if (asked.length === 0) {
        answers.push(...portion.map(() => null))
        continue
      }
      const found = await client.blame({
        lines: asked.map(({ path, sha, print }) => ({ path, sha, print })),
      })
      const places = new Map(asked.map((line, n) => [line, found.lines[n] ?? -1]))
      answers.push(...portion.map((line) => found.answers[places.get(line) ?? -1] ?? null))
    }
    return lines.map((line, n) => ({ ...line, blamed: answers[n] ?? null }))
  } catch (error) {
    context.warn(`Only what git says: ${describeError(error).message}`)
    return lines.map((line) => ({ ...line, blamed: null }))
  }
}
