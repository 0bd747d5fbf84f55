import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import type { IngestRequest, IngestResponse } from '@teamlore/shared'
import type { CodeGraphFile, CodeGraphReceipt, CodeGraphRequest } from '@teamlore/shared/code'
import type { IngestCommitsRequest } from '@teamlore/shared/commits'

/** Acknowledges every ingest at once and counts messages: what is measured beside it is the sender alone. */
export const startAcceptingServer = async () => {
  let messages = 0
  const { commits, takeCommits } = commitTaker()
  const { codeFiles, takeGraph } = graphTaker()
  const waiting = new Set<{ at: number; done: () => void }>()
  const take = (request: IngestRequest): IngestResponse => {
    messages += request.sessions.reduce((sum, session) => sum + session.messages.length, 0)
    for (const one of waiting) if (messages >= one.at) one.done()
    return {
      machine_id: 'mac_bench',
      sessions: request.sessions.map(({ native_id, messages: sent }) => ({
        native_id,
        session_id: `ses_${native_id}`,
        created: true,
        inserted_messages: sent.length,
        updated_messages: 0,
        unchanged_messages: 0,
        inserted_edits: 0,
        total_messages: sent.length,
        server_redactions: 0,
      })),
    }
  }
  const until = (at: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        waiting.delete(one)
        resolve()
      }
      const one = { at, done }
      waiting.add(one)
      if (messages >= at) one.done()
    })

  const server = createServer((request, response) => {
    void bytesOf(request).then((bytes) => {
      const sent = () => JSON.parse(brotliDecompressSync(bytes).toString())
      const taken: Record<string, () => unknown> = {
        '/v1/ingest': () => take(sent()),
        '/v1/commits': () => takeCommits(sent()),
        '/v1/code-graph': () => takeGraph(sent()),
      }
      const answer = taken[request.url ?? '']
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer?.() ?? {}))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commits,
    /** The code graph as it was sent, by path. */
    codeFiles,
    /** Until so many messages have arrived, from the beginning on. */
    hasMessages: (count: number): Promise<void> => until(count),
    /** Until so many more have arrived. */
    nextMessages: (count: number): Promise<void> => until(messages + count),
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const commitTaker = () => {
  const commits = new Set<string>()
  const takeCommits = (request: IngestCommitsRequest) => {
    const before = commits.size
    for (const { sha } of request.commits) commits.add(sha)
    const received = request.commits.length
    const inserted = commits.size - before
    return {
      machine_id: 'mac_bench',
      project_id: 'prj_bench',
      server_redactions: 0,
      commits: { received, inserted, unchanged: received - inserted },
    }
  }
  return { commits, takeCommits }
}

const graphTaker = () => {
  const codeFiles = new Map<string, CodeGraphFile>()
  const takeGraph = ({ files, gone }: CodeGraphRequest): CodeGraphReceipt => {
    for (const path of gone) codeFiles.delete(path)
    for (const file of files) codeFiles.set(file.path, file)
    const counts = { sent: files.length, changed: files.length, gone: gone.length }
    return { project_id: 'prj_bench', state: 'stored', files: counts, wants_whole: false }
  }
  return { codeFiles, takeGraph }
}

const bytesOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
