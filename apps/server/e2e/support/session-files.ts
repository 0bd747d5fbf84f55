import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Claude Code transcripts made up on the spot, in the folder layout of a real installation. */
export const writeSessionFiles = ({
  sessions,
  messagesEach,
}: {
  sessions: number
  messagesEach: number
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-sessions-'))
  const project = join(folder, '-home-ana-harbour')
  mkdirSync(project, { recursive: true })
  for (let index = 0; index < sessions; index += 1) {
    const id = randomUUID()
    writeFileSync(join(project, `${id}.jsonl`), transcript(id, index, messagesEach))
  }
  return {
    folder,
    sessions,
    messages: sessions * messagesEach,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const transcript = (sessionId: string, index: number, messages: number): string => {
  let parentUuid: string | null = null
  const lines: string[] = []
  for (let ordinal = 0; ordinal < messages; ordinal += 1) {
    const uuid = randomUUID()
    const isPrompt = ordinal % 2 === 0
    lines.push(
      JSON.stringify({
        type: isPrompt ? 'user' : 'assistant',
        uuid,
        parentUuid,
        sessionId,
        timestamp: new Date(Date.UTC(2026, 4, 1 + (index % 20), 9, ordinal)).toISOString(),
        cwd: '/home/ana/harbour',
        gitBranch: 'main',
        version: '2.1.0',
        isSidechain: false,
        userType: 'external',
        ...(isPrompt ? { message: prompt(index, ordinal) } : answer(index, ordinal)),
      }),
    )
    parentUuid = uuid
  }
  return `${lines.join('\n')}\n`
}

const prompt = (index: number, ordinal: number) => ({
  role: 'user',
  content: `Why does berth ${index} refuse the tide table of step ${ordinal}? Look at src/berths/tide-${index}.ts.`,
})

const answer = (index: number, ordinal: number) => ({
  requestId: `req_${index}_${ordinal}`,
  message: {
    id: `msg_${index}_${ordinal}`,
    model: 'claude-test-1',
    role: 'assistant',
    content: [
      {
        type: 'text',
        text: `The root cause is that berth ${index} reads the tide table before step ${ordinal} has written it. ${'We decided to lock the table while it is written, because readers saw half of it. '.repeat(4)}`,
      },
    ],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 10,
      output_tokens: 20 + ordinal,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  },
})
