import { KEY_IN_PLACES, type Planted, textOf } from './planted.ts'

/** Session files of three tools, in which each planted secret stands in every place that holds text. */
export const claudeCode = (planted: readonly Planted[], cwd: string): string =>
  [...planted.flatMap((one, index) => turn(one, index, cwd)), ...inPlaces(cwd)]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

/** Not what is said but where: folder, branch, model, the file that is written, and what all of it is called. */
const inPlaces = (cwd: string): object[] => {
  const base = {
    sessionId: 'claude-1',
    version: '2.1.0',
    timestamp: '2026-03-01T10:30:00.000Z',
    cwd: `${cwd}/${KEY_IN_PLACES}`,
    gitBranch: `fix/${KEY_IN_PLACES}`,
  }
  const [up, ap] = [`up-${KEY_IN_PLACES}`, `ap-${KEY_IN_PLACES}`]
  const input = { file_path: `${cwd}/src/${KEY_IN_PLACES}/x.ts`, content: 'export {}\n' }
  const content = [{ type: 'tool_use', id: `w-${KEY_IN_PLACES}`, name: 'Write', input }]
  const message = {
    id: `mp-${KEY_IN_PLACES}`,
    role: 'assistant',
    model: `m-${KEY_IN_PLACES}`,
    content,
  }
  const result = { type: 'tool_result', tool_use_id: `w-${KEY_IN_PLACES}`, content: 'done' }
  return [
    {
      ...base,
      type: 'user',
      uuid: up,
      parentUuid: null,
      message: { role: 'user', content: 'go' },
    },
    { ...base, type: 'assistant', uuid: ap, parentUuid: up, message },
    {
      ...base,
      type: 'user',
      uuid: `rp-${KEY_IN_PLACES}`,
      parentUuid: ap,
      message: { role: 'user', content: [result] },
    },
  ]
}

const turn = (one: Planted, index: number, cwd: string): object[] => {
  const base = {
    sessionId: 'claude-1',
    cwd,
    version: '2.1.0',
    timestamp: `2026-03-01T10:00:00.${String(index).padStart(3, '0')}Z`,
  }
  const call = {
    type: 'tool_use',
    id: `t${index}`,
    name: 'Bash',
    input: { command: textOf(one) },
  }
  const result = { type: 'tool_result', tool_use_id: `t${index}`, content: textOf(one) }
  return [
    {
      ...base,
      type: 'user',
      uuid: `u${index}`,
      parentUuid: null,
      message: { role: 'user', content: textOf(one) },
    },
    {
      ...base,
      type: 'assistant',
      uuid: `a${index}`,
      parentUuid: `u${index}`,
      message: {
        id: `m${index}`,
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: textOf(one) }, call],
      },
    },
    {
      ...base,
      type: 'user',
      uuid: `r${index}`,
      parentUuid: `a${index}`,
      message: { role: 'user', content: [result] },
    },
  ]
}

export const CODEX_ID = '01990000-0000-7000-8000-0000000000aa'
export const codex = (planted: readonly Planted[], cwd: string): string =>
  [
    {
      timestamp: '2026-03-01T11:00:00.000Z',
      type: 'session_meta',
      payload: {
        id: CODEX_ID,
        timestamp: '2026-03-01T11:00:00.000Z',
        cwd,
        originator: 'codex_cli_rs',
        cli_version: '0.99.0',
      },
    },
    ...planted.flatMap((one, index) => {
      const item = (payload: object) => ({
        timestamp: '2026-03-01T11:00:01.000Z',
        type: 'response_item',
        payload,
      })
      return [
        item({
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: textOf(one) }],
        }),
        item({
          type: 'function_call',
          name: 'shell',
          call_id: `c${index}`,
          arguments: JSON.stringify({ command: ['bash', '-lc', textOf(one)] }),
        }),
        item({ type: 'function_call_output', call_id: `c${index}`, output: textOf(one) }),
        item({
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: textOf(one) }],
        }),
      ]
    }),
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

export const gemini = (planted: readonly Planted[]): string =>
  JSON.stringify({
    sessionId: 'gemini-1',
    projectHash: 'a'.repeat(64),
    startTime: '2026-03-01T12:00:00.000Z',
    lastUpdated: '2026-03-01T12:01:00.000Z',
    messages: planted.flatMap((one, index) => [
      {
        id: `u${index}`,
        timestamp: '2026-03-01T12:00:01.000Z',
        type: 'user',
        content: textOf(one),
      },
      {
        id: `g${index}`,
        timestamp: '2026-03-01T12:00:02.000Z',
        type: 'gemini',
        content: textOf(one),
        model: 'm',
      },
    ]),
  })
