import type { Block } from '@teamlore/shared'
import { draftMessage, type MessageDraft } from '../turns/session-draft.ts'
import { createEditCollector } from './edit-collector.ts'
import { createPromptMatcher } from './prompt-matcher.ts'
import type { RolloutFacts } from './rollout-facts.ts'
import { createTokenUsage } from './token-usage.ts'

/**
 * The messages of a rollout, in file order. What the model wrote in one go (thoughts, text, calls) is one message; each
 * result of a tool is one of its own.
 */
export const createTranscript = (facts: RolloutFacts) => {
  const messages: MessageDraft[] = []
  const prompts = createPromptMatcher(
    () => facts.kind === 'subagent' || facts.kind === 'compaction' || facts.isOfProgram,
  )
  const usage = createTokenUsage()
  const edits = createEditCollector()
  /** The answer that is being written. */
  let open: MessageDraft | null = null

  const common = (ts: string | null) => ({
    ts,
    cwd: facts.cwd,
    gitBranch: facts.gitBranch,
    version: facts.version,
  })

  const push = (draft: MessageDraft | null): void => {
    if (draft === null) return
    messages.push(draft)
    open = null
  }

  const newAnswer = (first: Block, ts: string | null): MessageDraft => {
    const seed = JSON.stringify([ts, first])
    const said = { role: 'assistant', kind: 'assistant', blocks: [] as Block[] } as const
    const draft = draftMessage({ ...common(ts), ...said, model: facts.model, seed })
    push(draft)
    usage.noteAnswer(draft)
    return draft
  }

  return {
    messages,
    prompts,
    usage,
    edits,
    common,
    push,
    /** What neither a person nor a model said. */
    note: (blocks: Block[], ts: string | null, more: Partial<MessageDraft> = {}): void => {
      push(draftMessage({ ...common(ts), role: 'system', kind: 'injected', blocks, ...more }))
    },
    /** What stands between the parts of an answer without ending it. */
    aside: (said: Parameters<typeof draftMessage>[0]): void => {
      messages.push(draftMessage(said))
    },
    /** Part of an answer. */
    say: (blocks: readonly Block[], ts: string | null): void => {
      const [first] = blocks
      if (first === undefined) return
      prompts.answered()
      open ??= newAnswer(first, ts)
      open.blocks.push(...blocks)
      for (const block of blocks) if (block.type === 'tool_call') edits.noteCall(block, open)
    },
    /** What the model writes next is another answer. */
    close: (): void => {
      open = null
    },
  }
}

export type Transcript = ReturnType<typeof createTranscript>
