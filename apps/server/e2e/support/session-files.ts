import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What follows a prompt: a look at a file, what it showed, and an answer that rests on it. */
const TURN = 4

/** Claude Code transcripts made up on the spot, in the folder layout of a real installation. */
export const writeSessionFiles = ({
  sessions,
  messagesEach,
  cwd = '/home/ana/harbour',
}: {
  sessions: number
  messagesEach: number
  /** Where they ran. */
  cwd?: string
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-sessions-'))
  const project = join(folder, '-home-ana-harbour')
  mkdirSync(project, { recursive: true })
  for (let index = 0; index < sessions; index += 1) {
    const id = randomUUID()
    writeFileSync(join(project, `${id}.jsonl`), transcript({ id, index, cwd }, messagesEach))
  }
  return {
    folder,
    sessions,
    messages: sessions * messagesEach,
    prompts: sessions * Math.ceil(messagesEach / TURN),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const transcript = (
  { id: sessionId, index, cwd }: { id: string; index: number; cwd: string },
  messages: number,
): string => {
  let parentUuid: string | null = null
  const lines: string[] = []
  for (let ordinal = 0; ordinal < messages; ordinal += 1) {
    const uuid = randomUUID()
    lines.push(
      JSON.stringify({
        ...said(index, ordinal),
        uuid,
        parentUuid,
        sessionId,
        timestamp: new Date(Date.UTC(2026, 4, 1 + (index % 20), 9, ordinal)).toISOString(),
        cwd,
        gitBranch: 'main',
        version: '2.1.0',
        isSidechain: false,
        userType: 'external',
      }),
    )
    parentUuid = uuid
  }
  return `${lines.join('\n')}\n`
}

const said = (index: number, ordinal: number) => {
  const place = ordinal % TURN
  const step = Math.floor(ordinal / TURN)
  const id = `toolu_${index}_${step}`
  const file = { file_path: `/home/ana/harbour/src/berths/tide-${index}.ts` }
  if (place === 0)
    return asked(
      `Why does berth ${index} refuse the tide table of step ${step}? Look at src/berths/tide-${index}.ts.`,
    )
  if (place === 1)
    return answered(index, ordinal, { type: 'tool_use', id, name: 'Read', input: file })
  if (place === 2)
    return asked([{ type: 'tool_result', tool_use_id: id, content: 'export const tide = read()' }])
  const text = `The \`TideTable\` silently loses a row when a reader comes first, because \`writeTable()\` only locks after it has read the row. That is why berth ${index} refuses the tide table at step ${step}. ${'The table is locked while it is written, so readers are blocked until it is whole. '.repeat(4)}`
  return answered(index, ordinal, { type: 'text', text })
}

const asked = (content: unknown) => ({ type: 'user', message: { role: 'user', content } })

const answered = (index: number, ordinal: number, block: object) => ({
  type: 'assistant',
  requestId: `req_${index}_${ordinal}`,
  message: {
    id: `msg_${index}_${ordinal}`,
    model: 'claude-test-1',
    role: 'assistant',
    content: [block],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 10,
      output_tokens: 20 + ordinal,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  },
})
