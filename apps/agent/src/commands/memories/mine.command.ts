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
import { readComments } from '../../mine/read-comments.ts'
import { openConnection } from '../../platform/connection.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { runGit } from '../../project/run-git.ts'
import { commentLines, minedLines } from '../../views/mine.view.ts'
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
  const checkout = await readCheckout(here.root_path, runGit)
  const sent = found.comments.slice(0, MEMORY_COMMENT_LIMITS.maxComments)
  const isWhole = found.unread === 0 && sent.length === found.comments.length
  const report: Omit<MemoryCommentsReport, 'project'> = {
    at: await timeOfCode(here.root_path, context.now()),
    // What another branch lacks, the team may still have.
    is_complete: isWhole && (checkout.commit === null || checkout.is_default_branch),
    comments: sent,
  }
  if (dryRun) {
    if (isJson) output.json({ files: found.files, comments: found.comments })
    else output.print(...commentLines(found, { width: output.readingWidth }))
    return EXIT.ok
  }
  const receipt = await send(context, client, here, report)
  if (isJson) output.json({ ...receipt, files: found.files, is_complete: report.is_complete })
  else
    output.print(
      ...minedLines(receipt, {
        width: output.readingWidth,
        files: found.files,
        found: found.comments.length,
        left: found.comments.length - sent.length,
        isComplete: report.is_complete,
      }),
    )
  return EXIT.ok
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
