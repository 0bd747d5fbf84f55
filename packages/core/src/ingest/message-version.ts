import { hash } from 'node:crypto'
import type { NewMessage } from '@teamlore/db'
import type { IngestMessage, Usage } from '@teamlore/shared'
import { contentSize, redactionCount } from './content-size.ts'
import { toStoredTime } from './stored-time.ts'

/** A version of a message, before it has an id and a place. */
export type MessageVersion = Omit<NewMessage, 'id'>

type Content = Omit<MessageVersion, 'contentHash' | 'ordinal' | 'key'>

/** Everything that counts as another version; where a message stands does not. */
const contentText = (message: Content): string => {
  const { parentKey, ts, role, kind, model, blocks, usage, cwd, gitBranch, toolVersion } = message
  const fields = [parentKey, ts, role, kind, model, blocks, usage, cwd, gitBranch, toolVersion]
  return JSON.stringify([...fields, message.isAbandoned])
}

const hashOf = (message: Content): string => hash('sha256', contentText(message), 'base64url')

export const toMessageVersion = (message: IngestMessage, now: Date): MessageVersion => {
  const version = {
    key: message.key,
    parentKey: message.parent_key,
    ordinal: message.ordinal,
    ts: toStoredTime(message.ts, now),
    role: message.role,
    kind: message.kind,
    model: message.model,
    blocks: message.blocks,
    usage: message.usage,
    cwd: message.cwd,
    gitBranch: message.git_branch,
    toolVersion: message.tool_version,
    isAbandoned: message.is_abandoned,
  }
  return { ...version, contentHash: hashOf(version) }
}

const largest = (a: Usage | null, b: Usage | null): Usage | null => {
  if (a === null || b === null) return a ?? b
  return {
    input_tokens: Math.max(a.input_tokens, b.input_tokens),
    output_tokens: Math.max(a.output_tokens, b.output_tokens),
    cache_creation_tokens: Math.max(a.cache_creation_tokens, b.cache_creation_tokens),
    cache_read_tokens: Math.max(a.cache_read_tokens, b.cache_read_tokens),
  }
}

const saysLess = (version: MessageVersion, than: MessageVersion): boolean =>
  contentSize(version.blocks) < contentSize(than.blocks) &&
  redactionCount(version.blocks) <= redactionCount(than.blocks)

/**
 * What a message becomes when another version of it arrives: the newer words when they do not say
 * less, the larger token counts, and nothing that was known forgotten. Its place stays.
 *
 * @param options.isOlder the file it was read from is older than what is stored, so only what it
 *   adds counts.
 * @returns undefined when nothing changes.
 */
export const mergeVersions = (
  stored: MessageVersion,
  arrived: MessageVersion,
  { isOlder }: { isOlder: boolean },
): MessageVersion | undefined => {
  if (saysLess(arrived, stored)) return undefined
  const merged = {
    ...arrived,
    ordinal: stored.ordinal,
    parentKey: arrived.parentKey ?? stored.parentKey,
    ts: stored.ts ?? arrived.ts,
    model: arrived.model ?? stored.model,
    usage: largest(stored.usage, arrived.usage),
    cwd: arrived.cwd ?? stored.cwd,
    gitBranch: arrived.gitBranch ?? stored.gitBranch,
    toolVersion: arrived.toolVersion ?? stored.toolVersion,
    isAbandoned: isOlder ? stored.isAbandoned : arrived.isAbandoned,
  }
  const contentHash = hashOf(merged)
  return contentHash === stored.contentHash ? undefined : { ...merged, contentHash }
}
