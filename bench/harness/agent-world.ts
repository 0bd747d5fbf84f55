import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAcceptingServer } from './accepting-server.ts'

export type AgentWorld = Awaited<ReturnType<typeof openAgentWorld>>

const TEXT = 'The reader waits for the writer because the table is locked while it is written. '

/** A home folder with sessions of Claude Code, and a server that takes everything, for one measurement. */
export const openAgentWorld = async () => {
  const root = mkdtempSync(join(tmpdir(), 'teamlore-agent-bench-'))
  const home = join(root, 'home')
  const configDir = join(root, 'config')
  const folder = join(home, '.claude', 'projects', '-home-ana-harbour')
  mkdirSync(folder, { recursive: true })
  mkdirSync(configDir, { recursive: true })
  const server = await startAcceptingServer()
  writeFileSync(join(configDir, 'credentials.json'), loginTo(server.url), { mode: 0o600 })
  const largeId = randomUUID()
  let someFile = ''

  return {
    home,
    configDir,
    server,
    largeFile: join(folder, `${largeId}.jsonl`),
    anyFile: (): string => someFile,
    /** One more message, as a line of a file. */
    line: (n: number): string => `${record(largeId, n, TEXT)}\n`,
    /** Returns the bytes of all. */
    writeSessions: ({ files, messages }: { files: number; messages: number }): number => {
      let bytes = 0
      for (let file = 0; file < files; file++) {
        const id = randomUUID()
        const lines = Array.from({ length: messages }, (_, n) => record(id, n, TEXT.repeat(8)))
        const text = `${lines.join('\n')}\n`
        someFile = join(folder, `${id}.jsonl`)
        writeFileSync(someFile, text)
        bytes += Buffer.byteLength(text)
      }
      return bytes
    },
    writeLargeSession: (megabytes: number): number => {
      const lines: string[] = []
      let bytes = 0
      for (let n = 0; bytes < megabytes * 1e6; n++) {
        const line = record(largeId, n, TEXT.repeat(30))
        lines.push(line)
        bytes += line.length + 1
      }
      writeFileSync(join(folder, `${largeId}.jsonl`), `${lines.join('\n')}\n`)
      return bytes
    },
    close: async (): Promise<void> => {
      await server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const loginTo = (server: string): string =>
  JSON.stringify({
    server,
    key: 'tlk_bench',
    machine: { id: 'mac_bench', name: 'bench' },
    team: { id: 'team_bench', name: 'bench' },
    user: { id: 'usr_bench', name: 'bench' },
  })

const record = (sessionId: string, n: number, text: string): string => {
  const isPrompt = n % 2 === 0
  return JSON.stringify({
    type: isPrompt ? 'user' : 'assistant',
    uuid: randomUUID(),
    parentUuid: null,
    sessionId,
    timestamp: new Date(Date.UTC(2026, 4, 1) + n * 1_000).toISOString(),
    cwd: '/home/ana/harbour',
    gitBranch: 'main',
    version: '2.1.0',
    isSidechain: false,
    userType: 'external',
    ...(isPrompt ? { message: { role: 'user', content: text } } : answer(text)),
  })
}

const answer = (text: string) => ({
  requestId: randomUUID(),
  message: {
    id: randomUUID(),
    model: 'claude-test-1',
    role: 'assistant',
    content: [{ type: 'text', text }],
    usage: { input_tokens: 10, output_tokens: 20 },
  },
})
