import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A home folder in which Claude Code writes sessions of a folder, message by message. */
export const createWritingHome = ({ cwd = '/home/ana/harbour' }: { cwd?: string } = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'teamlore-home-'))
  const folder = join(home, '.claude', 'projects', '-home-ana-harbour')
  mkdirSync(folder, { recursive: true })
  const written = new Map<string, string[]>()

  return {
    home,
    /** Prompts by session, in the order they were written. */
    written,
    newSession: (): string => {
      const id = randomUUID()
      written.set(id, [])
      return id
    },
    /** One more prompt in a session; returns its text. */
    say: (session: string): string => {
      const prompts = written.get(session) ?? []
      const content = `Why does berth ${prompts.length} of ${session.slice(0, 8)} refuse the tide table?`
      const record = {
        type: 'user',
        uuid: randomUUID(),
        parentUuid: null,
        sessionId: session,
        timestamp: new Date(Date.UTC(2026, 4, 1, 9, 0, prompts.length)).toISOString(),
        cwd,
        gitBranch: 'main',
        version: '2.1.0',
        isSidechain: false,
        userType: 'external',
        message: { role: 'user', content },
      }
      appendFileSync(join(folder, `${session}.jsonl`), `${JSON.stringify(record)}\n`)
      written.set(session, [...prompts, content])
      return content
    },
    dispose: () => rmSync(home, { recursive: true, force: true }),
  }
}

export type WritingHome = ReturnType<typeof createWritingHome>
