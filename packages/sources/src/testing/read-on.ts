import { appendFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { makeDelta } from '../delta/session-delta.ts'
import { emptyState, type SessionState } from '../delta/session-state.ts'
import { createSessionReader, type SessionReader } from '../shared/session-reader.ts'
import type { ReadSession, Source } from '../source.ts'
import { StartOverError } from '../turns/start-over.ts'

/** What reached the server at last, by key. */
export type Sent = {
  header: unknown
  messages: Record<string, unknown>
  edits: Record<string, unknown>
  figures: unknown
}

const nothing = (): Sent => ({ header: null, messages: {}, edits: {}, figures: null })

const send = (session: ReadSession, state: SessionState, sent: Sent) => {
  const dropped = new Map<string, string>()
  const delta = makeDelta({ session, state, project: null, dropped, sourcePath: '' })
  for (const { key, ordinal, hash, json, redactions } of delta.messages) {
    sent.messages[key] = JSON.parse(json)
    state.messages.set(key, { ordinal, hash, redactions })
  }
  for (const { key, hash, json } of delta.edits) {
    sent.edits[key] = JSON.parse(json)
    state.edits.set(key, hash)
  }
  sent.header = delta.header
  sent.figures = { counts: delta.counts, of: session.figures }
  return delta.captured
}

/** What is sent of a file that is read once, when all of it is there. */
export const readAtOnce = async (source: Source, path: string, bytes: Buffer): Promise<Sent> => {
  writeFileSync(path, bytes)
  const outcome = await source.read([{ path }])
  const sent = nothing()
  if (outcome.status === 'session')
    send(outcome.session, emptyState(outcome.session.tool, outcome.session.native_id), sent)
  return sent
}

/** What is sent of a file that is read on each time it grew by a piece, and how often it had to be begun again. */
export const readInPieces = async (
  source: Source,
  path: string,
  pieces: readonly Buffer[],
): Promise<{ sent: Sent; restarts: number }> => {
  writeFileSync(path, '')
  const sent = nothing()
  const state = emptyState('', '')
  let restarts = 0
  let reader: SessionReader | undefined
  const readOn = async (): Promise<void> => {
    if (reader === undefined) {
      const opened = await source.open?.({ path })
      if (opened === undefined) throw new Error('This file cannot be read on.')
      reader = createSessionReader(path, opened, { first: 1, last: 1 })
    }
    await reader.advance({})
    const outcome = await reader.outcome()
    if (outcome.status === 'session') reader.letGo(send(outcome.session, state, sent))
  }
  for (const piece of pieces) {
    appendFileSync(path, piece)
    try {
      await readOn()
    } catch (error) {
      if (!(error instanceof StartOverError)) throw error
      restarts++
      reader = undefined
      await readOn()
    }
  }
  return { sent, restarts }
}

/** The bytes cut at these places, wherever they are: in lines, in characters, before line ends. */
export const piecesOf = (whole: Buffer, cuts: readonly number[]): Buffer[] => {
  const at = [...new Set(cuts.map((cut) => cut % Math.max(1, whole.length)))].sort((a, b) => a - b)
  return [0, ...at].map((from, index) => whole.subarray(from, at[index] ?? whole.length))
}

/** What was sent of an edit that a later line takes back stays on the server, so of edits only those there are count. */
export const expectSame = (inPieces: Sent, atOnce: Sent): void => {
  expect(inPieces.messages).toEqual(atOnce.messages)
  expect(inPieces.edits).toMatchObject(atOnce.edits)
  expect(inPieces.figures).toEqual(atOnce.figures)
  if (atOnce.header !== null) expect(inPieces.header).toMatchObject(headerOf(atOnce))
}

const headerOf = ({ header }: Sent): object => {
  const { source: _, ...rest } = Object(header) as { source?: unknown }
  return rest
}
