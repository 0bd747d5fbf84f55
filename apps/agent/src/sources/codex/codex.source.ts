import { basename, join } from 'node:path'
import { firstRecords } from '../../files/first-records.ts'
import { createFileSource } from '../shared/file-source.ts'
import { isObject } from '../shared/values.ts'
import type { Found, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { readSession, TOOL } from './read-rollout.ts'
import { recognise } from './recognise.ts'

/** Codex in a terminal, an editor or on the desktop: one rollout per session, by day, and one folder of archived ones. */
export const createCodexSource = ({ home, variables }: Surroundings): Source => {
  const root = variables.CODEX_HOME ?? join(home, '.codex')
  const source = createFileSource({
    info: { name: TOOL, label: 'Codex' },
    places: [join(root, 'sessions'), join(root, 'archived_sessions')],
    fits: (name) => /\.jsonl$/i.test(name),
    groupOf: (path) => idOf(path) ?? path,
    recognises: async (path, signal) => {
      const verdicts = (await firstRecords(path, signal)).map((record) =>
        isObject(record) ? recognise(record) : 'undecided',
      )
      return verdicts.find((verdict) => verdict !== 'undecided') === TOOL
    },
    read: readSession,
  })
  return { ...source, find: (path) => withoutArchivedCopies(source.find(path)) }
}

/** A session that is archived while it is looked for is found twice; the live rollout counts. */
async function* withoutArchivedCopies(all: AsyncIterable<Found>): AsyncGenerator<Found> {
  const live = new Set<string>()
  for await (const found of all) {
    const id = idOf(found.path)
    if (id !== null && /[\\/]archived_sessions[\\/]/.test(found.path)) {
      if (live.has(id)) continue
    } else if (id !== null) live.add(id)
    yield found
  }
}

/** The session a rollout is of, by its name. */
const idOf = (path: string): string | null =>
  /^rollout-.*-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/i.exec(
    basename(path),
  )?.[1] ?? null
