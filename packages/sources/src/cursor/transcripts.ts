import { stat } from 'node:fs/promises'
import { basename, dirname, resolve, sep } from 'node:path'
import type { Block } from '@teamlore/shared'
import { firstRecords, readHead } from '../files/first-records.ts'
import { isFolder } from '../files/is-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { buildSession } from '../shared/build-session.ts'
import { existingFolders, findInPlaces } from '../shared/folders.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readBlocks } from '../shared/read-blocks.ts'
import { readText } from '../shared/read-document.ts'
import { readRecords } from '../shared/read-records.ts'
import type { Store } from '../shared/several-stores.ts'
import { createUnknownRecords, NAMELESS } from '../shared/unknown-records.ts'
import { fieldsOf, isObject } from '../shared/values.ts'
import type { Found, Place, ReadFigures, ReadOutcome } from '../source.ts'
import type { Turn } from '../turns/session-draft.ts'
import { editsOfCall } from './edits.ts'
import { readQuery, workspaceIn } from './user-query.ts'

type RawLine = { role?: unknown; message?: unknown; type?: unknown; uuid?: unknown; id?: unknown }
type Titles = (id: string) => Promise<string | null>

type Options = {
  tool: string
  /** `projects` of Cursor: a folder per project, with `agent-transcripts` in it. */
  root: string
  titleOf: Titles
}

/** What an agent of Cursor did, written down as it went: without names, times or results of tools. */
export const createTranscriptStore = ({ tool, root, titleOf }: Options): Store => ({
  isInstalled: async () => (await existingFolders([root])).length > 0,
  async *find(path) {
    if (path === undefined) yield* findInPlaces([root], (folder) => findUnder(folder, isTranscript))
    else if (await isFolder(path)) yield* findUnder(resolve(path), () => true)
    else yield foundAt(resolve(path))
  },
  recognises: (path, signal) =>
    /\.txt$/i.test(path) ? recognisesText(path, signal) : recognisesLines(path, signal),
  read: (places, signal) =>
    readPlaces(places, (place) => readTranscript(place, { tool, titleOf }, signal), signal),
  watchPaths: () => existingFolders([root]),
})

const isTranscript = (path: string): boolean => path.split(sep).includes('agent-transcripts')

const stemOf = (path: string): string => basename(path).replace(/\.(jsonl|txt)$/i, '')

const foundAt = (path: string): Found => ({ path, part: stemOf(path), group: path })

/** The same session may stand there in both forms; lines hold more than text. */
async function* findUnder(
  folder: string,
  isWanted: (path: string) => boolean,
): AsyncGenerator<Found> {
  const texts: string[] = []
  const lines = new Set<string>()
  for await (const found of walkFiles(folder, (name) => /\.(jsonl|txt)$/i.test(name))) {
    if ('problem' in found) yield found
    else if (isWanted(found.path)) {
      if (/\.txt$/i.test(found.path)) texts.push(found.path)
      else if (await recognisesLines(found.path)) {
        lines.add(stemOf(found.path))
        yield foundAt(found.path)
      }
    }
  }
  for (const path of texts)
    if (!lines.has(stemOf(path)) && isTranscript(path) && (await recognisesText(path)))
      yield foundAt(path)
}

/** A role and a message, and none of the names that other tools give their records. */
const recognisesLines = async (path: string, signal?: AbortSignal): Promise<boolean> => {
  const records = await firstRecords(path, signal)
  return records.slice(0, 5).some((record) => {
    if (!isObject(record)) return false
    const keys = Object.keys(record)
    const { role, message }: RawLine = record
    const isKnownRole = role === 'user' || role === 'assistant'
    const { content } = fieldsOf<{ content?: unknown }>(message)
    return (
      isKnownRole &&
      Array.isArray(content) &&
      keys.every((key) => /^(role|message|timestamp(_ms)?)$/.test(key))
    )
  })
}

const recognisesText = async (path: string, signal?: AbortSignal): Promise<boolean> =>
  /^\s*(user|assistant):\r?\n/.test(await readHead(path, 4_096, signal)) && isTranscript(path)

const readTranscript = async (
  { path, part }: Place,
  { tool, titleOf }: { tool: string; titleOf: Titles },
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const { mtime } = await stat(path)
  signal?.throwIfAborted()
  const isText = /\.txt$/i.test(path)
  const isOwn = isText ? await recognisesText(path, signal) : await recognisesLines(path, signal)
  if (!isOwn) return { status: 'skipped', reason: 'is a file of another program' }
  const read = isText ? await readPlain(path, signal) : await readLined(path, signal)
  if (read.turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const { turns, figures, cwd } = read
  figures.files = figures.files.map((file) => ({ ...file, part }))
  const nativeId = (part ?? stemOf(path)).slice(0, 300)
  return {
    status: 'session',
    session: buildSession(
      {
        tool,
        nativeId,
        cwd: cwd ?? (await folderOf(path)),
        title: await titleOf(nativeId),
        // The only time there is: when something was last written.
        endedAt: mtime.toISOString(),
        figures,
      },
      turns,
    ),
  }
}

type ReadTurns = { turns: Turn[]; cwd: string | null; figures: ReadFigures }

const readLined = async (path: string, signal?: AbortSignal): Promise<ReadTurns> => {
  const turns: Turn[] = []
  let cwd: string | null = null
  const unknown = createUnknownRecords()
  const { lines, file } = await readRecords(
    path,
    (record) => {
      const { role, message }: RawLine = record
      const { content } = fieldsOf<{ content?: unknown }>(message)
      cwd ??= workspaceIn(content)
      if (role === 'user') turns.push({ id: null, ts: null, role, ...readQuery(content) })
      else if (role === 'assistant') turns.push(answerOf(readBlocks(content)))
      else turns.push(unknown.keep(role, record, NAMELESS))
      return true
    },
    signal,
  )
  return {
    turns: turns.filter(({ blocks }) => blocks.length > 0),
    cwd,
    figures: { lines, unknownRecords: unknown.counts(), files: [file] },
  }
}

/** Nobody wrote down whether a call went well; most do. */
const answerOf = (blocks: Block[]): Turn => ({
  id: null,
  ts: null,
  role: 'assistant',
  kind: 'assistant',
  blocks,
  edits: blocks.flatMap((block) =>
    block.type === 'tool_call'
      ? editsOfCall({ name: block.name, args: block.input }, null).map((edit) => ({
          ...edit,
          toolCallId: block.id,
        }))
      : [],
  ),
})

/** `user:` and `assistant:` on lines of their own; calls of tools between them as text. */
const readPlain = async (path: string, signal?: AbortSignal): Promise<ReadTurns> => {
  const document = await readText(path, signal)
  const text = 'text' in document ? document.text : ''
  const pieces = text.split(/^(user|assistant):[ \t]*\r?$/m).slice(1)
  const turns: Turn[] = []
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const words = (pieces[at + 1] ?? '').trim()
    if (words === '') continue
    if (pieces[at] === 'user') turns.push({ id: null, ts: null, role: 'user', ...readQuery(words) })
    else turns.push(answerOf([{ type: 'text', text: words }]))
  }
  const file = {
    path,
    offset: Buffer.byteLength(text),
    hasUnfinishedTail: false,
    badLines: { count: 0, first: 0 },
  }
  return {
    turns,
    cwd: workspaceIn(text),
    figures: { lines: turns.length, unknownRecords: {}, files: [file] },
  }
}

/**
 * The project's folder out of its name, in which every separator became a dash: `home-ada-my-anvil` may be `/home/ada/my-anvil`
 * or `/home/ada/my/anvil`, and what is there decides.
 */
const folderOf = async (path: string): Promise<string | null> => {
  const folders = dirname(path).split(sep)
  const slug = folders[folders.lastIndexOf('agent-transcripts') - 1]
  return slug === undefined ? null : existing('', slug.split('-').slice(0, 40))
}

const existing = async (base: string, words: readonly string[]): Promise<string | null> => {
  if (words.length === 0) return base
  for (let taken = 1; taken <= words.length; taken++) {
    const folder = `${base}${sep}${words.slice(0, taken).join('-')}`
    const found = (await isFolder(folder)) ? await existing(folder, words.slice(taken)) : null
    if (found !== null) return found
  }
  return null
}
