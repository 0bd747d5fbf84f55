import { basename, dirname, join } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { createFileSource } from '../shared/file-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { openSession, readSession, TOOL } from './read-session.ts'
import { recognise } from './recognise.ts'

/** GitHub Copilot in a terminal: a folder per session with its events; in older versions one file each. */
export const createCopilotCliSource = ({ home, variables }: Surroundings): Source =>
  createFileSource({
    info: { name: TOOL, label: 'GitHub Copilot CLI' },
    places: [join(variables.COPILOT_HOME || join(home, '.copilot'), 'session-state')],
    fits: (name) => /\.jsonl$/i.test(name),
    isOwn: (path) =>
      basename(path) === 'events.jsonl' || basename(dirname(path)) === 'session-state',
    recognises: async (path, signal) => {
      const verdicts = (await firstRecords(path, signal)).map(recognise)
      return verdicts.find((verdict) => verdict !== 'undecided') === TOOL
    },
    read: readSession,
    open: openSession,
  })
