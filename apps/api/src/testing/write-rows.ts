import { expect } from 'vitest'
import { commitsOf } from './commit-samples.ts'
import type { RouteBattery } from './route-battery.ts'
import { importOf, ingestOf, memoryFilesOf, memoryOf, transcript } from './transcript.ts'
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
    route: 'POST /v1/memories',
    fillsTeam: true,
    as: 'member',
    status: 201,
    request: () => ({ url: '/v1/memories', payload: memoryOf() }),
    others: 'their own',
    malformed: () => ({ url: '/v1/memories', payload: memoryOf({ kind: 'rumour' }) }),
    check: (response) =>
      expect(response.json()).toMatchObject({ status: 'active', origin: 'human' }),
  },
  {
    route: 'PUT /v1/memories/:id',
    as: 'member',
    status: 200,
    request: ({ memory }) => ({ url: `/v1/memories/${memory}`, payload: { reason: 'Measured.' } }),
    others: 'not_found',
    malformed: ({ memory }) => ({ url: `/v1/memories/${memory}`, payload: { anchors: 'all' } }),
    check: (response) => expect(response.json()).toMatchObject({ reason: 'Measured.', version: 2 }),
  },
  {
    route: 'GET /v1/memories/:id/history',
    as: 'viewer',
    status: 200,
    request: ({ memory }) => ({ url: `/v1/memories/${memory}/history` }),
    others: 'not_found',
    malformed: ({ memory }) => ({ url: `/v1/memories/${memory}/history?as_of=lately` }),
    check: (response, ids) => expect(response.json().head.id).toBe(ids.memory),
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
