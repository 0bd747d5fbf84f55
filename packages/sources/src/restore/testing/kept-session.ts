import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Block, IngestMessage } from '@teamlore/shared'
import { finishMessage } from '../../delta/finish-message.ts'
import type { ReadSession } from '../../source.ts'
import { safeNativeId } from '../native-ids.ts'
import type { KeptSession, Restored } from '../restored.types.ts'

/** As the agent sends it: long results are cut. */
const asSent = ({ messages }: ReadSession): IngestMessage[] =>
  messages.map((message, at) => JSON.parse(finishMessage(message, at).json))

/** As the server answers it. */
export const kept = (session: ReadSession): KeptSession => ({
  nativeId: safeNativeId(session.native_id),
  cwd: session.cwd ?? '/home/ann/harbour',
  gitBranch: session.git_branch,
  gitHead: session.git_head,
  toolVersion: session.tool_version,
  startedAt: session.messages.find(({ ts }) => ts !== null)?.ts ?? null,
  original: {
    nativeId: session.native_id,
    isFork: session.kind === 'fork',
    title: session.title,
  },
  messages: asSent(session).map((message) => ({
    key: message.key,
    id: message.key,
    parentId: message.parent_key,
    ts: message.ts,
    role: message.role,
    kind: message.kind,
    model: message.model,
    gitBranch: message.git_branch,
    isAbandoned: message.is_abandoned,
    usage: message.usage,
    blocks: message.blocks,
  })),
})

const isKept = ({ type, ...block }: Block) =>
  type === 'text' ||
  type === 'tool_call' ||
  type === 'tool_result' ||
  (type === 'other' && 'name' in block && block.name === 'context')

/** What can be written back, with all by which the server knows whether a message is another, or has changed. */
export const said = (session: ReadSession) => {
  const { tool, native_id, title, kind } = session
  const messages = asSent(session).flatMap((message) => {
    const blocks = message.blocks.filter(isKept)
    const { key, parent_key, ts, role, is_abandoned, model } = message
    return blocks.some(({ type }) => type !== 'other')
      ? [{ key, parent_key, ts, role, kind: message.kind, model, is_abandoned, blocks }]
      : []
  })
  return { tool, native_id, title, kind, messages }
}

export const writeAt = (path: string, { lines }: Restored): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
