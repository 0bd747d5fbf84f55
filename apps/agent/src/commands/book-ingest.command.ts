import { join } from 'node:path'
import { loadReadableBook } from '../book/load-book.ts'
import { sendBook } from '../book/send-book.ts'
import { serverRoot } from '../capture/state-store.ts'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { openConnection } from '../platform/connection.ts'
import { openPrivacy } from '../privacy/privacy.ts'
import { readProjectIgnore } from '../privacy/project-ignore.ts'
import { ingestLines } from '../views/book.view.ts'
import { realTimes, shortRetries } from '../wire/retry-policy.ts'
import type { CommandContext } from './command-context.ts'

export type BookIngestOptions = { full?: boolean | undefined; dryRun?: boolean | undefined }

/** `lore book ingest`: makes the server's book what the files are. With `--dry-run` it needs no server. */
export const runBookIngest = async (
  context: CommandContext,
  { full, dryRun }: BookIngestOptions,
): Promise<ExitCode> => {
  const { output, isJson, paths } = context
  const { book, summary, root, texts } = await loadReadableBook(context.cwd())
  if (dryRun) {
    if (isJson) output.json({ state: 'planned', summary, problems: book.problems })
    else output.print(...ingestLines({ state: 'planned', summary }, book.problems))
    return EXIT.ok
  }
  const { client, stored } = await openConnection(context)
  const team = stored?.team.id ?? (await client.me()).team.id
  const privacy = await openPrivacy({
    rulesFile: paths.rulesFile,
    cachePath: join(serverRoot(paths.stateDir, team), 'redaction-rules.json'),
    isReadOnly: true,
  })
  await privacy.refresh(client)
  const controller = new AbortController()
  const release = context.onInterrupt(() => controller.abort())
  try {
    const told = await sendBook(
      book.project.project,
      texts,
      {
        client,
        redactor: privacy.redactor(),
        ignore: await readProjectIgnore(root),
        retryPolicy: shortRetries(realTimes),
        signal: controller.signal,
      },
      { full },
    )
    if (isJson) output.json(told)
    else output.print(...ingestLines(told, book.problems))
    return told.state === 'ingested' || told.state === 'unchanged' ? EXIT.ok : EXIT.failed
  } finally {
    release()
  }
}
