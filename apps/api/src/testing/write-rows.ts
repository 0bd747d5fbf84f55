import { expect } from 'vitest'
import { commitsOf } from './commit-samples.ts'
import type { RouteBattery } from './route-battery.ts'
import { importOf, ingestOf, memoryFilesOf, transcript } from './transcript.ts'
import { printedFor } from './transcript-reader.ts'

/** Rows of the doors by which sessions come in. */
export const WRITE_ROWS: RouteBattery[] = [
  {
    route: 'POST /v1/ingest',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/ingest', payload: ingestOf() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/ingest', payload: { ...ingestOf(), sessions: [] } }),
    check: (response, ids) =>
      expect(response.json().sessions[0]).toMatchObject({
        session_id: ids.session,
        created: false,
        inserted_messages: 0,
        unchanged_messages: 5,
      }),
  },
  {
    route: 'POST /v1/import',
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/import', payload: importOf() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/import', payload: importOf('x'.repeat(70_000)) }),
    check: (response, ids) =>
      expect(response.json().sessions[0]).toMatchObject({
        session_id: ids.session,
        created: false,
        messages: { inserted: 0 },
        observations: { inserted: 1 },
      }),
  },
  {
    route: 'PUT /v1/memory-files',
    fillsTeam: true,
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/memory-files', payload: memoryFilesOf() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/memory-files', payload: memoryFilesOf('../CLAUDE.md') }),
    check: (response) =>
      expect(response.json()).toMatchObject({
        revision: 1,
        files: { reported: 1, changed: 0, gone: 0 },
      }),
  },
  {
    route: 'POST /v1/commits',
    fillsTeam: true,
    as: 'member',
    status: 200,
    request: () => ({ url: '/v1/commits', payload: commitsOf() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/commits', payload: commitsOf({ sha: 'HEAD' }) }),
    check: (response) =>
      expect(response.json()).toMatchObject({
        commits: { received: 1, inserted: 0, unchanged: 1 },
      }),
  },
  {
    route: 'POST /v1/import/transcripts',
    as: 'member',
    status: 200,
    request: () => ({
      url: '/v1/import/transcripts?name=a.jsonl',
      payload: Buffer.from(printedFor([transcript()])),
    }),
    others: 'their own',
    malformed: () => ({
      url: '/v1/import/transcripts?name=a.jsonl&visibility=loud',
      payload: Buffer.from('x'),
    }),
    check: (response, ids) =>
      expect(response.json().sessions).toMatchObject([
        { session_id: ids.session, created: false, inserted_messages: 0, unchanged_messages: 5 },
      ]),
  },
]
