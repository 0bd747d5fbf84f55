import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import {
  type CaptureReceipt,
  type CaptureReport,
  captureReportSchema,
  createClient,
  INGEST_LIMITS,
  type IngestRequest,
  type IngestResponse,
  type IngestSession,
  ingestRequestSchema,
  type MemoryFilesReceipt,
  type MemoryFilesReport,
  memoryFilesReportSchema,
  type RedactionRules,
  ROUTES,
} from '@teamlore/shared'
import { type IngestCommitsRequest, ingestCommitsRequestSchema } from '@teamlore/shared/commits'
import {
  type SendSharedCode,
  type SharedCodeReceipt,
  type SharedCommit,
  sendSharedCodeSchema,
} from '@teamlore/shared/shared-code'
import { askTombstonesSchema } from '@teamlore/shared/tombstones'
import { buildMe } from '../../testing/fake-data.ts'

/** What the fake holds of one session: the last header, and messages and edits by key. */
type Held = {
  header: Omit<IngestSession, 'messages' | 'edits'>
  messages: Map<string, IngestSession['messages'][number]>
  edits: Map<string, IngestSession['edits'][number]>
}

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

type Trouble = Answer | 'cut'

/**
 * A server that takes `POST /v1/ingest` as the contract says, sends redaction rules, keeps reports of capture, of memory files and of commits, and nothing else: real HTTP, real compression, the shared
 * schema, idempotent by key. `intercept` may answer a request in its stead.
 */
export const startFakeServer = async () => {
  const held = new Map<string, Held>()
  const requests: IngestRequest[] = []
  const others: string[] = []
  const reports: CaptureReport[] = []
  const memoryFiles: MemoryFilesReport[] = []
  const commits: IngestCommitsRequest[] = []
  const code: Keeping['code'] = {
    isShared: false,
    commits: [],
    asked: 0,
    most: Number.POSITIVE_INFINITY,
  }
  const tombstones: Keeping['tombstones'] = { mark: 0, forgotten: new Set(), asked: 0 }
  let onMemoryFiles: (report: MemoryFilesReport) => Answer | undefined = () => undefined
  let troubled: (nth: number, url: string) => Trouble | undefined = () => undefined
  let asked = 0
  let intercept: (request: IngestRequest, nth: number) => Answer | undefined = () => undefined

  const handle = (body: Buffer, encoding: string | undefined): Answer => {
    if (encoding !== 'br') return problem(415, 'ingest.encoding', 'not brotli')
    const text = unpacked(body)
    if (text === undefined) return problem(400, 'request.invalid', 'not brotli')
    if (Buffer.byteLength(text) > INGEST_LIMITS.maxBytes)
      return problem(413, 'ingest.too_large', 'large')
    const parsed = ingestRequestSchema.safeParse(JSON.parse(text))
    if (!parsed.success) return problem(422, 'request.invalid', JSON.stringify(parsed.error.issues))
    requests.push(parsed.data)
    const instead = intercept(parsed.data, requests.length)
    if (instead) return instead
    const sessions = parsed.data.sessions.map((session) => take(held, session))
    return { status: 200, body: { machine_id: 'mac_1', sessions } satisfies IngestResponse }
  }

  let rules: RedactionRules = { rules: [], allow: [], version: 0, updated_at: null }

  const server = createServer((request, response) => {
    const trouble = troubled(++asked, request.url ?? '')
    if (trouble === 'cut') return void request.socket.destroy()
    return trouble === undefined ? answer(request, response) : reply(response, trouble)
  })
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === ROUTES.me.path) return reply(response, { status: 200, body: buildMe() })
    if (request.url === ROUTES.redactionRules.get.path && request.method === 'GET')
      return reply(response, { status: 200, body: rules })
    const kept = KEPT.find(
      ({ route }) => request.url === route.path && request.method === route.method,
    )
    if (kept !== undefined)
      return void bodyOf(request).then((body) =>
        reply(response, kept.keep(body, { reports, commits, code, tombstones })),
      )
    if (request.url === ROUTES.memoryFiles.report.path && request.method === 'PUT')
      return void bodyOf(request).then((body) => {
        const report = memoryFilesReportSchema.parse(JSON.parse(unpacked(body) ?? 'null'))
        const instead = onMemoryFiles(report)
        if (instead === undefined) memoryFiles.push(report)
        reply(response, instead ?? { status: 200, body: receiptOf(report) })
      })
    if (request.url !== ROUTES.ingest.path || request.method !== 'POST') {
      others.push(`${request.method} ${request.url}`)
      return reply(response, problem(404, 'route.not_found', 'no such route'))
    }
    void bodyOf(request).then((body) =>
      reply(response, handle(body, request.headers['content-encoding'])),
    )
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    baseUrl,
    client: createClient({ baseUrl, key: 'tlk_test' }),
    held,
    requests,
    /** What the team takes for secrets from now on. */
    setRules: (set: RedactionRules['rules']): void => {
      rules = { ...rules, rules: set }
    },
    /** What was said about capture, oldest first. */
    reports,
    /** What was said of memory files, oldest first. */
    memoryFiles,
    /** What was said of commits, oldest first. */
    commits,
    /** What was shared of code, while `isShared`. */
    code,
    /** What machines are answered that ask what was forgotten. */
    tombstones,
    /** From now on these hashes alone are what was forgotten. */
    forget: (hashes: readonly string[]): void => {
      tombstones.forgotten = new Set(hashes)
      tombstones.mark++
    },
    /** May answer a report of memory files in its stead. */
    interceptMemoryFiles: (answer: typeof onMemoryFiles): void => {
      onMemoryFiles = answer
    },
    /** Requests to anything but ingest, rules and reports. */
    others,
    /** From now on: what the first, second and later requests of any kind are answered instead, or that they are cut. */
    trouble: (answer: typeof troubled): void => {
      troubled = answer
      asked = 0
    },
    intercept: (answer: typeof intercept): void => {
      intercept = answer
    },
    /** Everything held, in a form two servers can be compared by. */
    content: () =>
      Object.fromEntries(
        [...held].sort().map(([id, { header, messages, edits }]) => [
          id,
          {
            header: { ...header, source: undefined },
            messages: [...messages.values()].sort((a, b) => a.ordinal - b.ordinal),
            edits: [...edits.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
          },
        ]),
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>

export const problem = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
})

const take = (
  held: Map<string, Held>,
  session: IngestSession,
): IngestResponse['sessions'][number] => {
  const { messages, edits, ...header } = session
  const before = held.get(session.native_id)
  const now: Held = before ?? { header, messages: new Map(), edits: new Map() }
  now.header = header
  held.set(session.native_id, now)
  const counts = { inserted: 0, updated: 0, unchanged: 0 }
  for (const message of messages) {
    const known = now.messages.get(message.key)
    if (known === undefined) counts.inserted++
    else if (JSON.stringify(known) === JSON.stringify(message)) counts.unchanged++
    else counts.updated++
    now.messages.set(message.key, message)
  }
  for (const edit of edits) now.edits.set(edit.key, edit)
  return {
    native_id: session.native_id,
    session_id: `ses_${session.native_id}`,
    created: before === undefined,
    inserted_messages: counts.inserted,
    updated_messages: counts.updated,
    unchanged_messages: counts.unchanged,
    inserted_edits: edits.length,
    total_messages: now.messages.size,
    server_redactions: 0,
  }
}

const receiptOf = ({ project, revision, files }: MemoryFilesReport): MemoryFilesReceipt => ({
  machine_id: 'mac_1',
  project_id: project === null ? null : 'prj_1',
  revision,
  files: { reported: files.length, changed: files.length, gone: 0 },
  server_redactions: 0,
})

const unpacked = (body: Buffer): string | undefined => {
  try {
    return brotliDecompressSync(body).toString()
  } catch {
    return undefined
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const reply = (response: ServerResponse, { status, body, headers }: Answer): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

type Keeping = {
  reports: CaptureReport[]
  commits: IngestCommitsRequest[]
  /** `most`: so many characters of one request are taken. */
  tombstones: { mark: number; forgotten: ReadonlySet<string>; asked: number }
  code: { isShared: boolean; commits: SharedCommit[]; asked: number; most: number }
}

const KEPT: readonly {
  route: { path: string; method: string }
  keep: (body: Buffer, keeping: Keeping) => Answer
}[] = [
  { route: ROUTES.capture.report, keep: (body, { reports }) => keepReport(body, reports) },
  { route: ROUTES.commits.ingest, keep: (body, { commits }) => keepCommits(body, commits) },
  {
    route: ROUTES.tombstones.mark,
    keep: (_, { tombstones }) => ({ status: 200, body: { mark: String(tombstones.mark) } }),
  },
  { route: ROUTES.tombstones.ask, keep: (body, { tombstones }) => answerHashes(body, tombstones) },
  { route: ROUTES.sharedCode.send, keep: (body, keeping) => keepCode(body, keeping) },
]

/** In the size that the contract allows. */
const answerHashes = (body: Buffer, tombstones: Keeping['tombstones']): Answer => {
  const { hashes } = askTombstonesSchema.parse(JSON.parse(body.toString()))
  tombstones.asked++
  return {
    status: 200,
    body: { forgotten: hashes.filter((hash) => tombstones.forgotten.has(hash)) },
  }
}

const keepCode = (body: Buffer, { commits, code }: Keeping): Answer => {
  const text = unpacked(body) ?? 'null'
  if (text.length > code.most) return problem(413, 'body.too_large', 'large')
  const sent: SendSharedCode = sendSharedCodeSchema.parse(JSON.parse(text))
  code.asked++
  if (code.isShared) code.commits.push(...sent.commits)
  const kept = new Set(code.commits.map(({ sha }) => sha))
  const lacking = new Set(
    commits
      .flatMap((request) => request.commits.map(({ sha }) => sha))
      .filter((sha) => !kept.has(sha)),
  )
  const receipt: SharedCodeReceipt = {
    shares_code: code.isShared,
    lacking: code.isShared ? lacking.size : 0,
    wanted: code.isShared ? sent.asked.filter((sha) => lacking.has(sha)) : [],
    commits: { received: sent.commits.length, stored: code.isShared ? sent.commits.length : 0 },
    server_redactions: 0,
  }
  return { status: 200, body: receipt }
}

const keepCommits = (body: Buffer, kept: IngestCommitsRequest[]): Answer => {
  const sent = ingestCommitsRequestSchema.parse(JSON.parse(unpacked(body) ?? 'null'))
  kept.push(sent)
  const received = sent.commits.length
  const commits = { received, inserted: received, unchanged: 0 }
  const ids = { machine_id: 'mac_1', project_id: 'prj_1' }
  return { status: 200, body: { ...ids, commits, server_redactions: 0 } }
}

const keepReport = (body: Buffer, reports: CaptureReport[]): Answer => {
  const parsed = captureReportSchema.safeParse(JSON.parse(body.toString()))
  if (!parsed.success) return problem(400, 'request.invalid', JSON.stringify(parsed.error.issues))
  reports.push(parsed.data)
  const receipt = { machine_id: 'mac_1', received_at: parsed.data.sent_at, clock_skew_seconds: 0 }
  return { status: 200, body: receipt satisfies CaptureReceipt }
}
