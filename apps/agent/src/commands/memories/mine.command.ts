import type { IngestProject, LoreClient } from '@teamlore/shared'
import {
  MEMORY_COMMENT_LIMITS,
  type MemoryCommentsReceipt,
  type MemoryCommentsReport,
} from '@teamlore/shared/memory-comments'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { readCheckout } from '../../graph/checkout.ts'
import { listRepositoryFiles } from '../../graph/list-code-files.ts'
import { isAsCommitted } from '../../mine/is-as-committed.ts'
import { type ReadComments, readComments } from '../../mine/read-comments.ts'
import { openConnection } from '../../platform/connection.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { runGit } from '../../project/run-git.ts'
import { commentLines, type Gap, minedLines } from '../../views/mine.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { openRedactor } from '../shared/open-redactor.ts'
import { inKnownProject } from './register-project.ts'

export type MineOptions = { dryRun?: boolean | undefined }

/** `lore mine`: what WARNING, HACK, IMPORTANT and DECISION comments of the code say, as drafts. */
export const runMine = async (
  context: CommandContext,
  { dryRun = false }: MineOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const here = await createProjectResolver()(context.cwd())
  if (here === null)
    throw usageError('This folder is no repository.', 'Run it in the folder of a repository.')
  const ignore = await readProjectIgnore(here.root_path)
  if (ignore.isWhole)
    throw usageError(
      'A .loreignore keeps this folder on this machine.',
      'Nothing of it is read, so there is nothing to mine.',
    )
  const { client, stored } = await openConnection(context)
  const found = await readComments(here.root_path, await listRepositoryFiles(here.root_path), {
    ignore,
    redactor: await openRedactor(context.paths, { client, stored }),
  })
  const sent = found.comments.slice(0, MEMORY_COMMENT_LIMITS.maxComments)
  const gap = await gapOf(here.root_path, found)
  const report: Omit<MemoryCommentsReport, 'project'> = {
    at: await timeOfCode(here.root_path, context.now()),
    is_complete: gap === null,
    comments: sent,
  }
  if (dryRun) {
    if (isJson)
      output.json({ files: found.files, comments: found.comments, unnamed: found.unnamed })
    else output.print(...commentLines(found, { width: output.readingWidth }))
    return EXIT.ok
  }
  const receipt = await send(context, client, here, report)
  const { files, unnamed } = found
  if (isJson) output.json({ ...receipt, files, unnamed, is_complete: report.is_complete })
  else
    output.print(
      ...minedLines(receipt, {
        width: output.readingWidth,
        files,
        unnamed,
        found: found.comments.length,
        left: found.comments.length - sent.length,
        gap,
      }),
    )
  return EXIT.ok
}

/** Why these are not all comments of the default branch, as the team has it; null where they are. */
const gapOf = async (root: string, found: ReadComments): Promise<Gap | null> => {
  if (found.comments.length > MEMORY_COMMENT_LIMITS.maxComments) return 'many'
  if (found.unnamed.length > 0) return 'unnamed'
  if (found.unread > 0) return 'unread'
  if (!(await isAsCommitted(root, runGit))) return 'uncommitted'
  const { commit, is_default_branch } = await readCheckout(root, runGit)
  return commit !== null && is_default_branch ? null : 'branch'
}

const HINT = 'Send a session of it first: lore import.'

/** A repository of which nothing is there yet becomes a project first, as for `lore remember`. */
const send = async (
  context: CommandContext,
  client: LoreClient,
  here: IngestProject,
  report: Omit<MemoryCommentsReport, 'project'>,
) => {
  const write = async (): Promise<MemoryCommentsReceipt> => {
    const project = await projectOfFolder(client, here, HINT)
    let all = await client.memories.reportComments({ project, ...report })
    // A report adds so many drafts at once; sent again, it adds the next.
    while (all.left > 0) {
      const next = await client.memories.reportComments({ project, ...report })
      if (next.left >= all.left) break
      all = together(all, next)
    }
    return all
  }
  return inKnownProject(context, client, { here, hint: HINT }, write)
}

const together = (
  before: MemoryCommentsReceipt,
  next: MemoryCommentsReceipt,
): MemoryCommentsReceipt => ({
  added: before.added + next.added,
  moved: before.moved + next.moved,
  gone: before.gone + next.gone,
  back: before.back + next.back,
  known: before.known,
  left: next.left,
  drafts: [...before.drafts, ...next.drafts],
})

/** When the code was as it is: at its commit. */
const timeOfCode = async (root: string, now: Date): Promise<string> => {
  const time = Date.parse(
    (await runGit(root, ['show', '-s', '--format=%cI', 'HEAD']))?.trim() ?? '',
  )
  return (Number.isNaN(time) ? now : new Date(time)).toISOString()
}
