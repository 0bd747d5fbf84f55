import type { Block, Usage } from '@teamlore/shared'
import type { MessageDraft } from './message-draft.ts'

/**
 * One API message comes as several lines, one block a line, sometimes with other records in between. Its blocks are the
 * distinct blocks in file order; its usage is the largest, for the figure grows from line to line while it streams.
 */
export const mergeAssistantLine = (draft: MessageDraft, line: MessageDraft): void => {
  draft.seenBlocks ??= new Set(draft.blocks.map(identityOf))
  const seen = draft.seenBlocks
  for (const block of line.blocks) {
    const identity = identityOf(block)
    if (!seen.has(identity)) draft.blocks.push(block)
    seen.add(identity)
  }
  draft.usage = largerUsage(draft.usage, line.usage)
  draft.model ??= line.model
  draft.cwd ??= line.cwd
  draft.gitBranch ??= line.gitBranch
  draft.version ??= line.version
  draft.ts ??= line.ts
}

/** The same record written twice: the fuller one holds, so a broken first try does not hide a good second one. */
export const mergeRepeatedRecord = (draft: MessageDraft, again: MessageDraft): void => {
  if (JSON.stringify(again.blocks).length <= JSON.stringify(draft.blocks).length) return
  draft.blocks = again.blocks
  draft.kind = again.kind
  draft.role = again.role
  draft.ts ??= again.ts
}

const identityOf = (block: Block): string =>
  block.type === 'tool_call' && block.id !== null ? block.id : JSON.stringify(block)

const largerUsage = (a: Usage | null, b: Usage | null): Usage | null => {
  if (a === null || b === null) return a ?? b
  return {
    input_tokens: Math.max(a.input_tokens, b.input_tokens),
    output_tokens: Math.max(a.output_tokens, b.output_tokens),
    cache_creation_tokens: Math.max(a.cache_creation_tokens, b.cache_creation_tokens),
    cache_read_tokens: Math.max(a.cache_read_tokens, b.cache_read_tokens),
  }
}
