import type { Block, MessageId, MessageKind } from '@teamlore/shared'
import type { DistilEdit, DistilMessage, DistilSession } from '../transcript/distil.types.ts'

/** A session as the distiller takes it. */
export type Transcript = {
  session: DistilSession
  messages: DistilMessage[]
  edits: DistilEdit[]
}

const START = Date.parse('2026-03-02T09:00:00Z')

/**
 * Writes a session down the way it is read aloud:
 * `transcript().human('Fix it').edit('src/a.ts').shell('npm test', 'ok').says('Fixed the a.')`.
 */
export const transcript = (session: Partial<DistilSession> = {}) => {
  const built: Transcript = {
    session: { kind: 'main', title: null, cwd: '/repo', rootPath: '/repo', ...session },
    messages: [],
    edits: [],
  }
  const add = (kind: MessageKind, blocks: Block[], more: Partial<DistilMessage> = {}) => {
    const n = built.messages.length
    built.messages.push({
      id: `msg_${String(n).padStart(26, '0')}` as MessageId,
      key: `m${n}`,
      ts: new Date(START + n * 1_000),
      kind,
      model: null,
      blocks,
      cwd: '/repo',
      isAbandoned: false,
      ...more,
    })
    return n
  }
  const call = (name: string, input: Record<string, string>, result: string, isError: boolean) => {
    const id = `call-${built.messages.length}`
    add('assistant', [{ type: 'tool_call', id, name, input }])
    add('tool_result', [{ type: 'tool_result', tool_call_id: id, text: result, is_error: isError }])
    return id
  }
  const script = {
    human: (text: string) => {
      add('human', [{ type: 'text', text }])
      return script
    },
    message: (kind: MessageKind, text: string, more: Partial<DistilMessage> = {}) => {
      add(kind, [{ type: 'text', text }], more)
      return script
    },
    says: (text: string) => script.message('assistant', text),
    tool: (name: string, input: Record<string, string>, result = 'ok') => {
      call(name, input, result, false)
      return script
    },
    read: (path: string, result = 'text of the file') =>
      script.tool('Read', { file_path: `/repo/${path}` }, result),
    shell: (command: string, result = '', { fails = false } = {}) => {
      call('Bash', { command }, result, fails)
      return script
    },
    edit: (path: string, { operation = 'edit', added = 3, removed = 1 } = {}) => {
      const toolCallId = call('Edit', { file_path: `/repo/${path}` }, 'updated', false)
      const messageKey = `m${built.messages.length - 1}`
      built.edits.push({
        messageKey,
        toolCallId,
        path: `/repo/${path}`,
        operation,
        addedLines: added,
        removedLines: removed,
      })
      return script
    },
    end: (): Transcript => built,
  }
  return script
}
