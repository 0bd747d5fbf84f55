import { setTimeout as pause } from 'node:timers/promises'
import { BOOK_PROJECT, BOOK_SCHEMA, generatedFiles } from './generated-book.ts'
import type { Row } from './report.ts'
import type { ServerProcess } from './server-process.ts'
import { percentile } from './statistics.ts'
import { syntheticRequests } from './synthetic-sessions.ts'

type Ask = (server: ServerProcess, turn: number) => Promise<unknown>

const EVERY_MS = 1_000
const WORDS = ['lease', 'retry', 'parser', 'migration', 'timeout', 'token', 'branch', 'cache']
const word = (turn: number): string => WORDS[turn % WORDS.length] ?? 'lease'
const [small] = syntheticRequests(40)
const notes = generatedFiles(4)

/** What people ask for, and pages as the dashboard asks for them. What writes changes something each time. */
const ASKED: Record<string, Ask> = {
  '/v1/me': (server) => server.get('/v1/me'),
  'page: prompts': (server) => server.get('/v1/prompts?limit=50'),
  'page: audit': (server) => server.get('/v1/audit?limit=50'),
  'page: review': (server) => server.get('/v1/memories/review'),
  'page: insights': (server) => server.get('/v1/insights'),
  'page: sessions': (server) => server.get('/v1/sessions?limit=40'),
  search: (server, turn) => server.get(`/v1/search?q=why+does+the+${word(turn)}+fail`),
  blame: (server, turn) =>
    server.send('POST', '/v1/blame', {
      lines: Array.from({ length: 20 }, (_, n) => ({
        path: 'src/main.ts',
        print: `${turn * 20 + n}`.padStart(16, '0'),
      })),
    }),
  'sessions, four messages': (server, turn) =>
    server.send('POST', '/v1/ingest', {
      ...small,
      sessions: small?.sessions.map((session) => ({
        ...session,
        native_id: `waiting-${turn}-${process.pid}`,
        messages: session.messages.slice(0, 4),
      })),
    }),
  'book, four notes': (server, turn) =>
    server.send('POST', '/v1/books/waiting/ingest', {
      project: BOOK_PROJECT,
      schema: BOOK_SCHEMA,
      files: notes.map((file) => ({
        ...file,
        hash: `${file.hash}-${turn}`,
        text: `${file.text}\nTurn ${turn}.\n`,
      })),
    }),
}

/** Milliseconds that each answer took, by request. */
export type Waited = Map<string, number[]>

/**
 * Asks for everything once a second, as long as the one before was answered, for so long. Each at its own moment of the
 * second: who asks do not know of each other.
 */
export const askFor = async (server: ServerProcess, ms: number): Promise<Waited> => {
  const waited: Waited = new Map(Object.keys(ASKED).map((name) => [name, []]))
  const start = performance.now()
  const loops = Object.entries(ASKED).map(async ([name, ask], index, { length }) => {
    const moment = start + (EVERY_MS * index) / length
    for (let turn = 0; performance.now() < start + ms; turn++) {
      const passed = Math.ceil(Math.max(0, performance.now() - moment) / EVERY_MS)
      await pause(moment + passed * EVERY_MS - performance.now())
      const began = performance.now()
      await ask(server, turn)
      waited.get(name)?.push(performance.now() - began)
    }
  })
  await Promise.all(loops)
  return waited
}

const worst = (ms: readonly number[] = []): number => Math.max(...ms)

/** A row for each request; beside `calm`, how many times as long as there. */
export const rowsOf = (when: string, waited: Waited, calm?: Waited): Row[] =>
  [...waited].map(([name, ms]) => {
    const before = calm?.get(name)
    return {
      when,
      request: name,
      asked: ms.length,
      'ms p50': Math.round(percentile(ms, 0.5)),
      'ms p95': Math.round(percentile(ms, 0.95)),
      'ms worst': Math.round(worst(ms)),
      'p95 ×': before ? percentile(ms, 0.95) / percentile(before, 0.95) : null,
      'worst ×': before ? worst(ms) / worst(before) : null,
    }
  })
