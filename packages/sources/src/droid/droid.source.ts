import { join } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { createFileSource } from '../shared/file-source.ts'
import { versionOf } from '../shared/folders.ts'
import type { Found, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { isHead, openSession, readSession, settingsOf, TOOL } from './read-session.ts'

/** Factory's Droid: one file per session in a folder per project, with a file of settings beside it. */
export const createDroidSource = ({ home, variables }: Surroundings): Source => {
  const source = createFileSource({
    info: { name: TOOL, label: 'Droid' },
    places: [join(variables.FACTORY_HOME_OVERRIDE || home, '.factory', 'sessions')],
    fits: (name) => /\.jsonl$/i.test(name),
    recognises: async (path, signal) => (await firstRecords(path, signal)).some(isHead),
    read: readSession,
    open: openSession,
  })
  return { ...source, find: (path) => withVersions(source.find(path)) }
}

async function* withVersions(all: AsyncIterable<Found>): AsyncGenerator<Found> {
  for await (const found of all)
    yield 'problem' in found
      ? found
      : { ...found, version: await versionOf([found.path, settingsOf(found.path)]) }
}
