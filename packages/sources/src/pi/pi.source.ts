import { dirname, join } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { createFileSource } from '../shared/file-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { openSession, readSession, TOOL } from './read-session.ts'
import { isEntry } from './recognise.ts'

/** Pi: one file per session, in a folder per project. Forks copy the messages of another session of their project. */
export const createPiSource = ({ home, variables }: Surroundings): Source =>
  createFileSource({
    info: { name: TOOL, label: 'Pi' },
    places: [
      variables.PI_CODING_AGENT_SESSION_DIR ||
        join(variables.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent'), 'sessions'),
    ],
    fits: (name) => /\.jsonl$/i.test(name),
    groupOf: dirname,
    recognises: async (path, signal) => (await firstRecords(path, signal)).some(isEntry),
    read: readSession,
    open: openSession,
  })
