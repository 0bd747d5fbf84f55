import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buildSession } from '../shared/build-session.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readToEnd } from '../shared/session-reader.ts'
import type { OpenSession, Place, ReadOutcome } from '../source.ts'
import { recognise, type Verdict } from './recognise.ts'
import { createSessionBuilder } from './session-builder.ts'

export const TOOL = 'copilot-cli'

/** Reads one session from its events, or from several copies of them. */
export const readSession = (places: readonly Place[], signal?: AbortSignal): Promise<ReadOutcome> =>
  readPlaces(places, readEvents, signal)

const readEvents = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> =>
  readToEnd(place.path, await openSession(place), signal)

export const openSession = async ({ path }: Place): Promise<OpenSession> => {
  const builder = createSessionBuilder()
  let verdict = 'undecided' as Verdict
  return {
    take: (record) => {
      if (verdict === 'undecided') verdict = recognise(record)
      if (verdict !== 'other') builder.add(record)
      return verdict !== 'other'
    },
    letGo: builder.letGo,
    outcome: async ({ lines, file }, kept) => {
      if (verdict !== TOOL)
        return { status: 'skipped', reason: 'is a file of another tool, not of Copilot CLI' }
      const { facts, messages, unknownRecords } = builder.built()
      if (messages.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
      const session = buildSession(
        {
          tool: TOOL,
          nativeId: facts.sessionId ?? nameOf(path),
          cwd: messages.find(({ cwd }) => cwd !== null)?.cwd ?? null,
          gitBranch: facts.branch,
          gitHead: facts.head,
          toolVersion: facts.version,
          title: await workspaceName(path),
          figures: { lines, unknownRecords, files: [file] },
        },
        messages,
        kept,
      )
      return { status: 'session', session }
    },
  }
}

const isEvents = (path: string): boolean => basename(path) === 'events.jsonl'

/** `<session>/events.jsonl`, in older versions `<session>.jsonl`. */
const nameOf = (path: string): string =>
  isEvents(path) ? basename(dirname(path)) : basename(path).replace(/\.jsonl$/i, '')

/** `workspace.yaml` beside the events says what the session is called. */
const workspaceName = async (path: string): Promise<string | null> => {
  if (!isEvents(path)) return null
  const yaml = await readFile(join(dirname(path), 'workspace.yaml'), 'utf8').catch(() => '')
  const line = /^name:[ \t]*(\S.*)$/m.exec(yaml.slice(0, 20_000))?.[1]?.trim()
  return line === undefined ? null : line.replace(/^(["'])(.*)\1$/, '$2') || null
}
