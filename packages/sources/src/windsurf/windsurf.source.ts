import { join } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { createFileSource } from '../shared/file-source.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { isStep, readTranscript, TOOL } from './read-transcript.ts'

/** Windsurf keeps its chats encrypted; a transcript of each lies beside them where one of its hooks asks for it. */
export const createWindsurfSource = ({ home }: Surroundings): Source =>
  createFileSource({
    info: { name: TOOL, label: 'Windsurf' },
    places: [join(home, '.windsurf', 'transcripts')],
    fits: (name) => /\.jsonl$/i.test(name),
    recognises: async (path, signal) =>
      (await firstRecords(path, signal)).slice(0, 20).some(isStep),
    read: (places, signal) => readPlaces(places, readTranscript, signal),
  })
