type Fields = Record<string, unknown>

let clock = 0
const nextTime = (): string => new Date(Date.UTC(2026, 2, 1, 9, 0, clock++)).toISOString()

/** A chain record; `uuid` and `parentUuid` may be any text. */
export const record = (uuid: string, parentUuid: string | null, fields: Fields): Fields => ({
  uuid,
  parentUuid,
  isSidechain: false,
  sessionId: '11111111-aaaa-4aaa-8aaa-111111111111',
  timestamp: nextTime(),
  cwd: '/home/ada/anvil',
  version: '2.1.50',
  gitBranch: 'main',
  ...fields,
})

export const typed = (uuid: string, parent: string | null, content: unknown, more: Fields = {}) =>
  record(uuid, parent, { type: 'user', message: { role: 'user', content }, ...more })

export const said = (
  uuid: string,
  parent: string | null,
  {
    id,
    requestId = 'req',
    block,
    out = 1,
    more = {},
  }: {
    id: string
    requestId?: string
    block: unknown
    out?: number
    more?: Fields
  },
) =>
  record(uuid, parent, {
    type: 'assistant',
    requestId,
    message: {
      id,
      role: 'assistant',
      model: 'claude-opus-4-6',
      content: [block],
      usage: { input_tokens: 1, output_tokens: out },
    },
    ...more,
  })

export const text = (words: string) => ({ type: 'text', text: words })

export const call = (id: string, name: string, input: unknown) => ({
  type: 'tool_use',
  id,
  name,
  input,
})

export const answered = (
  uuid: string,
  parent: string,
  {
    id,
    content = 'done',
    isError,
    result,
  }: {
    id: string
    content?: unknown
    isError?: boolean
    result?: unknown
  },
) =>
  typed(uuid, parent, [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }], {
    ...(result === undefined ? {} : { toolUseResult: result }),
  })

export const jsonl = (records: readonly unknown[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('')
