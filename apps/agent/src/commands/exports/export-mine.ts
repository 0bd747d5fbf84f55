import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { LoreClient } from '@teamlore/shared'
import { CliError, usageError } from '../../errors/cli-error.ts'
import type { ExitCode } from '../../errors/exit-codes.ts'
import type { ExportFormat } from '../../export/export.types.ts'
import { writeNewFile } from '../../export/new-file.ts'
import { bytes, plural, tilde } from '../../output/format.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { reportExport } from '../shared/report-export.ts'
import type { ExportOptions } from './export-options.ts'
import { type Exported, type Refused, warnOfRefused, writtenLines } from './exported.ts'
import { sessionsOf } from './listed-sessions.ts'

type WriteSessions = (
  ids: readonly string[],
  format: ExportFormat,
  folder: string,
) => Promise<Exported>

type Listed = Awaited<ReturnType<LoreClient['memories']['list']>>['items'][number]

async function* memoriesOf(client: LoreClient, author: string): AsyncGenerator<Listed> {
  let cursor: string | undefined
  do {
    const page = await client.memories.list({ limit: 200, cursor })
    yield* page.items.filter((memory) => memory.author?.id === author)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** `lore export --mine`: who one is, every session of one's own, in both forms or in the one that was named, and every memory that one wrote. */
export const exportMine = async (
  context: CommandContext,
  { out, format, force }: ExportOptions,
  { writeSessions }: { writeSessions: WriteSessions },
): Promise<ExitCode> => {
  if (out === undefined) throw usageError('--out is missing.', 'lore export --mine --out FOLDER')
  const folder = resolve(out)
  const sessions = join(folder, 'sessions')
  const formats: readonly ExportFormat[] = format === undefined ? ['json', 'markdown'] : [format]
  const mine = await listMine(context)
  const counts = { sessions: mine.sessions.length, memories: mine.memories.length }
  await reportExport(mine.client, { what: 'own_data', counts, formats: [...formats] })
  await mkdir(sessions, { recursive: true, mode: 0o700 })
  const about = await writeAbout(mine, folder, force === true)
  const all: Exported = { written: [], refused: [...about.refused] }
  for (const one of formats) {
    const { written, refused } = await writeSessions(mine.sessions, one, sessions)
    all.written.push(...written)
    all.refused.push(...refused)
  }
  const { output, home } = context
  const { written, refused } = all
  if (context.isJson)
    output.json({
      formats,
      about: about.files,
      files: written,
      refused: refused.map(({ session, error }) => ({ session, reason: error.message })),
    })
  else {
    output.print(
      ...about.files.map(({ path, bytes: size }) => [`${tilde(path, home)}  ${bytes(size)}`]),
      ...writtenLines(written, home),
    )
    const count = new Set(written.map(({ session }) => session)).size
    output.note([
      `${plural(count, 'session')} and ${plural(mine.memories.length, 'memory', 'memories')}.`,
    ])
  }
  return warnOfRefused(context, refused)
}

const listMine = async (context: CommandContext) => {
  const { client } = await openConnection(context)
  const me = await client.me()
  const memories: Listed[] = []
  for await (const memory of memoriesOf(client, me.user.id)) memories.push(memory)
  const listed = await sessionsOf(client, { author: me.user.id })
  return { client, me, memories, sessions: listed.map(({ id }) => id) }
}
type Mine = Awaited<ReturnType<typeof listMine>>

/** Who one is, and what one wrote. */
const writeAbout = async (
  { me, memories }: Pick<Mine, 'me' | 'memories'>,
  folder: string,
  isForced: boolean,
) => {
  const texts = {
    'me.json': JSON.stringify({ user: me.user, team: me.team }, null, 2),
    'memories.json': JSON.stringify(memories, null, 2),
    'memories.md': memories
      .map(
        ({ statement, reason }) =>
          `- ${plain(statement)}${reason === '' ? '' : `\n  ${plain(reason)}`}`,
      )
      .join('\n'),
  }
  const files: { path: string; bytes: number }[] = []
  const refused: Refused[] = []
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, name)
    try {
      const size = await writeNewFile(path, { isForced }, (write) => write(`${text}\n`))
      files.push({ path, bytes: size })
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      refused.push({ session: null, error })
    }
  }
  return { files, refused }
}

/** One line, in which nothing is markup. */
const plain = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|]/g, (sign) => `\\${sign}`)
