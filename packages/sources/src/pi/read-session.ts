import { basename } from 'node:path'
import { buildSession } from '../shared/build-session.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readToEnd } from '../shared/session-reader.ts'
import type { OpenSession, Place, ReadOutcome } from '../source.ts'
import { isEntry } from './recognise.ts'
import { createSessionBuilder } from './session-builder.ts'

export const TOOL = 'pi'

/** Reads one session from its file, or from several copies of it. */
export const readSession = (places: readonly Place[], signal?: AbortSignal): Promise<ReadOutcome> =>
  readPlaces(places, readFile, signal)

const readFile = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> =>
  readToEnd(place.path, await openSession(place), signal)

export const openSession = async ({ path }: Place): Promise<OpenSession> => {
  const builder = createSessionBuilder()
  let isOurs = false
  return {
    take: (record) => {
      isOurs ||= isEntry(record)
      builder.add(record)
      return true
    },
    letGo: builder.letGo,
    outcome: async ({ lines, file }, kept) => {
      if (!isOurs) return { status: 'skipped', reason: 'is a file of another tool, not of Pi' }
      const { facts, messages, unknownRecords } = builder.built()
      if (messages.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
      const session = buildSession(
        {
          tool: TOOL,
          nativeId: facts.id ?? idOf(path),
          kind: facts.parentFile === null ? 'main' : 'fork',
          parentNativeId: facts.parentFile === null ? null : idOf(facts.parentFile),
          cwd: facts.cwd,
          title: facts.title,
          figures: { lines, unknownRecords, files: [file] },
        },
        messages,
        kept,
      )
      return { status: 'session', session }
    },
  }
}

/** Files are named `<time>_<id>.jsonl`; what names another session may be its id alone. */
const idOf = (path: string): string => {
  const name = basename(path.replaceAll('\\', '/')).replace(/\.jsonl$/i, '')
  return (/^[0-9TZ-]+_(.+)$/.exec(name)?.[1] ?? name).slice(0, 300)
}
