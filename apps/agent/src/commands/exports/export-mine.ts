import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { LoreClient } from '@teamlore/shared'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { writeNewFile } from '../../export/new-file.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import type { ExportOptions } from './export-options.ts'

type Run = (
  context: CommandContext,
  ids: readonly string[],
  options: ExportOptions,
) => Promise<ExitCode>

type Listed = Awaited<ReturnType<LoreClient['memories']['list']>>['items'][number]

async function* memoriesOf(client: LoreClient, author: string): AsyncGenerator<Listed> {
  let cursor: string | undefined
  do {
    const page = await client.memories.list({ limit: 200, cursor })
    yield* page.items.filter((memory) => memory.author?.id === author)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** `lore export --mine`: who one is, every session of one's own in both forms, and every memory that one wrote. */
export const exportMine = async (
  context: CommandContext,
  options: ExportOptions,
  { run }: { run: Run },
): Promise<ExitCode> => {
  if (options.out === undefined)
    throw usageError('--out is missing.', 'lore export --mine --out FOLDER')
  const folder = resolve(options.out)
  const { client } = await openConnection(context)
  const me = await client.me()
  const memories: Listed[] = []
  for await (const memory of memoriesOf(client, me.user.id)) memories.push(memory)
  const isForced = options.force === true
  await mkdir(join(folder, 'sessions'), { recursive: true, mode: 0o700 })
  const files = {
    'me.json': JSON.stringify({ user: me.user, team: me.team }, null, 2),
    'memories.json': JSON.stringify(memories, null, 2),
    'memories.md': memories
      .map(
        ({ statement, reason }) =>
          `- ${plain(statement)}${reason === '' ? '' : `\n  ${plain(reason)}`}`,
      )
      .join('\n'),
  }
  for (const [name, text] of Object.entries(files))
    await writeNewFile(join(folder, name), { isForced }, (write) => write(`${text}\n`))
  const out = join(folder, 'sessions')
  const codes: ExitCode[] = []
  for (const format of ['json', 'markdown'] as const)
    codes.push(await run(context, [], { mine: true, format, out, force: options.force }))
  return codes.find((code) => code !== EXIT.ok) ?? EXIT.ok
}

/** One line, in which nothing is markup. */
const plain = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|]/g, (sign) => `\\${sign}`)
