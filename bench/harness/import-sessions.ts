import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { makeDistilSession, makeIngest, makeListSessions } from '@teamlore/core'
import {
  createClient,
  type IngestRequest,
  ingestRequestSchema,
  type SessionId,
} from '@teamlore/shared'
import { runImport } from '../../apps/agent/src/capture/run-import.ts'
import { BENCH_MACHINE, type BenchTeam, type BenchWorld } from './bench-world.ts'

const PAGE = 100
const BASE_URL = 'http://teamlore.bench'

/**
 * Brings session files in as the product does: the agent reads them, takes secrets out and sends, the server's use cases take
 * them in and distil them. Only the wire between the two is left out.
 */
export const importSessions = async (
  world: BenchWorld,
  team: BenchTeam,
  paths: readonly string[],
): Promise<void> => {
  await sendSessions(world, team, paths)
  await distilAll(world, team)
}

/** As far as the server answers; what follows is a worker's. */
export const sendSessions = async (
  world: BenchWorld,
  team: BenchTeam,
  paths: readonly string[],
  onRequest?: (request: IngestRequest) => void,
): Promise<void> => {
  const client = createClient({ baseUrl: BASE_URL, fetch: answering(world, team, onRequest) })
  const folder = await mkdtemp(join(tmpdir(), 'teamlore-sessions-'))
  try {
    for (const path of paths) await importFrom(path, folder, client)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the agent would send of these files to a server that takes everything. */
export const recordRequests = async (paths: readonly string[]): Promise<IngestRequest[]> => {
  const requests: IngestRequest[] = []
  const client = createClient({ baseUrl: BASE_URL, fetch: takingAll((one) => requests.push(one)) })
  const folder = await mkdtemp(join(tmpdir(), 'teamlore-sessions-'))
  try {
    for (const path of paths) await importFrom(path, folder, client)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return requests
}

const takingAll =
  (onRequest: (request: IngestRequest) => void) =>
  async (url: string, { body, headers }: RequestInit): Promise<Response> => {
    if (new URL(url).pathname !== '/v1/ingest') return new Response('{}', { status: 404 })
    const request = ingestRequestSchema.parse(JSON.parse(unpacked(body as unknown, headers)))
    onRequest(request)
    const taken = request.sessions.map(({ native_id, messages, edits }, at) => ({
      native_id,
      session_id: `ses_${at}`,
      created: true,
      inserted_messages: messages.length,
      updated_messages: 0,
      unchanged_messages: 0,
      inserted_edits: edits.length,
      total_messages: messages.length,
      server_redactions: 0,
    }))
    return Response.json({ machine_id: 'bench', sessions: taken })
  }

const importFrom = async (
  path: string,
  folder: string,
  client: ReturnType<typeof createClient>,
): Promise<void> => {
  const report = await runImport({
    client,
    path,
    machine: BENCH_MACHINE,
    serverId: 'bench',
    server: BASE_URL,
    stateDir: join(folder, 'state'),
    rulesFile: join(folder, 'redaction.json'),
    spoolLimitBytes: 1e9,
    surroundings: { home: folder, platform: 'linux', variables: {} },
    dryRun: false,
  })
  const [first] = report.failed
  if (first !== undefined) throw new Error(`${first.name} was not imported: ${first.reason}`)
}

/** The server's end of the wire: what is sent is taken in; everything else is answered with nothing. */
const answering = (
  { unitOfWork }: BenchWorld,
  { member }: BenchTeam,
  onRequest?: (request: IngestRequest) => void,
) => {
  const ingest = makeIngest({ unitOfWork })
  return async (url: string, { body, headers }: RequestInit): Promise<Response> => {
    if (new URL(url).pathname !== '/v1/ingest') return new Response('{}', { status: 404 })
    const request = ingestRequestSchema.parse(JSON.parse(unpacked(body as unknown, headers)))
    onRequest?.(request)
    return Response.json(await ingest(member, request))
  }
}

const unpacked = (body: unknown, headers: RequestInit['headers']): string => {
  const bytes = Buffer.from(body as Uint8Array)
  const encoding = new Headers(headers).get('content-encoding')
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

const distilAll = async (
  { unitOfWork }: BenchWorld,
  { scope, systemScope }: BenchTeam,
): Promise<void> => {
  const distil = makeDistilSession({ unitOfWork })
  const list = makeListSessions({ unitOfWork })
  const ids: SessionId[] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await list(scope, { limit: PAGE, cursor })
    ids.push(...items.map(({ id }) => id as SessionId))
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
  for (const sessionId of ids) await distil(systemScope, { sessionId })
}
