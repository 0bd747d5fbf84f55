import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SourceFile } from '@teamlore/lorebook'
import { createRedactor } from '@teamlore/redaction'
import type { LoreClient } from '@teamlore/shared'
import { ingestBookRequestSchema } from '@teamlore/shared/books'
import { openFileCache } from '../../apps/agent/src/book/file-cache.ts'
import { gatherBook } from '../../apps/agent/src/book/gather-book.ts'
import { payloadOf } from '../../apps/agent/src/book/pack-book.ts'
import { sendBook } from '../../apps/agent/src/payloads/book.payload.ts'
import { unpackJson } from '../../apps/agent/src/wire/wire.ts'
import { BOOK_SCHEMA } from './generated-book.ts'

type Ingest = (request: ReturnType<typeof ingestBookRequestSchema.parse>) => Promise<unknown>

/** Files that lie there for a while, so that the cache of the machine may trust what their file system says. */
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000)
const SOON = 10_000_000_000n

/** A book as files of a folder, sent as `lore book ingest` does: read, freed of secrets, packed, and asked of the use case. */
export const openBookFolder = (
  files: readonly SourceFile[],
  { project, ingest }: { project: string; ingest: Ingest },
) => {
  const root = mkdtempSync(join(tmpdir(), 'lore-bench-book-'))
  const state = mkdtempSync(join(tmpdir(), 'lore-bench-state-'))
  const write = ({ path, text }: Pick<SourceFile, 'path' | 'text'>): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    utimesSync(join(root, path), AN_HOUR_AGO, AN_HOUR_AGO)
  }
  for (const file of files) write(file)
  const redactor = createRedactor({})
  const ignore = { isWhole: false, matches: () => false }
  const client = {
    books: {
      ingest: async (_name: string, body: Uint8Array) =>
        ingest(ingestBookRequestSchema.parse(await unpackJson(body))),
    },
  } as unknown as LoreClient
  return {
    write,
    send: async (full = false): Promise<void> => {
      const cache = await openFileCache(state, { root, rules: '' })
      const now = () => BigInt(Date.now()) * 1_000_000n + SOON
      const gathered = await gatherBook(root, { redactor, ignore, cache, full, now })
      const texts = { project, schema: BOOK_SCHEMA, files: gathered.files }
      const value = payloadOf('generated', texts, { full })
      const { readText } = gathered
      await sendBook({ client, value, readText, bytes: new Uint8Array(), signal: undefined })
      await gathered.noteSent()
    },
    remove: () => {
      rmSync(root, { recursive: true, force: true })
      rmSync(state, { recursive: true, force: true })
    },
  }
}
