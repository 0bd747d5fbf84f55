import { createReadStream } from 'node:fs'
import type { Place, ReadFigures } from '../source.ts'

/** Whole documents stand in memory at once, unlike lines; none of those seen comes near this. */
const MAX_BYTES = 256 * 1024 * 1024

export type Document = { text: string } | { problem: string }

/** A file as text. What is too large to be held is a problem, not an error; so nothing else of the machine suffers. */
export const readText = async (path: string, signal?: AbortSignal): Promise<Document> => {
  signal?.throwIfAborted()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
    bytes += (chunk as Buffer).length
    if (bytes > MAX_BYTES) return { problem: 'is larger than 256 MB' }
    chunks.push(chunk as Buffer)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text }
}

/**
 * A file that is one JSON value, rewritten whole by its tool. Caught in the middle of being written it is no JSON: said as a
 * problem, and read again the next time, since nobody remembers it as read.
 */
export const readJson = async (
  path: string,
  signal?: AbortSignal,
): Promise<{ value: unknown } | { problem: string }> => {
  const document = await readText(path, signal)
  if ('problem' in document) return document
  try {
    return { value: JSON.parse(document.text) }
  } catch {
    return { problem: 'is no whole JSON; it may just be being written, or damaged' }
  }
}

/** The value of a JSON file that may be absent or damaged: undefined then. For files beside the one that counts. */
export const readJsonBeside = async (path: string, signal?: AbortSignal): Promise<unknown> => {
  try {
    const read = await readJson(path, signal)
    return 'value' in read ? read.value : undefined
  } catch (error) {
    if (signal?.aborted) throw error
    return undefined
  }
}

/** Figures of documents that are read whole or not at all: there are no lines to go bad. */
export const wholeFigures = (places: readonly Place[]): ReadFigures => ({
  lines: 0,
  unknownRecords: {},
  files: places.map(({ path, part }) => ({
    path,
    part,
    offset: 0,
    hasUnfinishedTail: false,
    badLines: { count: 0, first: 0 },
  })),
})
