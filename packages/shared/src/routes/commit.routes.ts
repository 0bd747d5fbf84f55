import {
  COMMIT_LIMITS,
  commitPageSchema,
  commitParamsSchema,
  commitSchema,
  ingestCommitsRequestSchema,
  ingestCommitsResponseSchema,
  listCommitsQuerySchema,
} from '../contracts/commit.contract.ts'
import { INGEST_LIMITS } from '../contracts/ingest.contract.ts'
import { route } from './route.ts'

export const commitRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/commits',
    id: 'listCommits',
    needs: 'viewer',
    tag: 'Commits',
    about: 'commit',
    docs: 'commits, newest first; filters `project`, `branch`, `author`, `path`, `linked`',
    summary: 'List commits',
    description:
      'Commits that machines sent, without code, newest first. `linked` keeps those with a session, or those without one.',
    query: listCommitsQuerySchema,
    answer: commitPageSchema,
    failures: [422],
  }),
  get: route({
    method: 'GET',
    path: '/v1/commits/:id',
    id: 'getCommit',
    needs: 'viewer',
    tag: 'Commits',
    about: 'commit',
    docs: 'one by id or hash, with its files, the sessions behind it and what became of it',
    summary: 'Get a commit',
    description:
      'A commit by its id or its hash, or the first seven or more digits of it; where several projects have it, as the one that came last knows it: files, linked sessions with reasons, what it was rewritten from and to, what it takes back.',
    params: commitParamsSchema,
    answer: commitSchema,
    failures: [404, 422],
  }),
  ingest: route({
    method: 'POST',
    path: '/v1/commits',
    id: 'ingestCommits',
    needs: 'member',
    tag: 'Commits',
    docs: 'takes commits of a repository: facts and fingerprints of lines, never code',
    summary: 'Ingest commits',
    description: [
      'Commits of one repository as git has them: hashes, times, subject, files, and of each line that was added or removed a',
      'fingerprint, as in `edits`. Nothing that was sent once is ever deleted, also when its branch is. Sending the same again changes',
      `nothing. At most ${COMMIT_LIMITS.maxCommits} commits; the body may be compressed as in ingest.`,
    ].join(' '),
    body: ingestCommitsRequestSchema,
    answer: ingestCommitsResponseSchema,
    wire: 'packed',
    timeoutMs: 120_000,
    bodyLimit: INGEST_LIMITS.maxBytes,
    compressedLimit: INGEST_LIMITS.maxCompressedBytes,
    nul: 'handled',
    failures: [403],
  }),
} as const
