import { createEditCollector } from '../shared/edit-collector.ts'
import { createEntryTree } from '../shared/entry-tree.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import { draftMessage, type MessageDraft } from '../turns/session-draft.ts'
import { createCallCosts } from './call-costs.ts'
import { editsOfCall } from './edits.ts'
import type { EventData, SessionEvent, ToolResult } from './event.ts'
import {
  answerDraft,
  type Common,
  callBlock,
  promptDraft,
  resultDraft,
  textBlocks,
} from './event-draft.ts'
import { createSessionFacts } from './session-facts.ts'

/** Repeats what is recorded elsewhere: steps, hooks, agents' comings and goings, figures of the end. */
const SILENT =
  /^(session|hook|subagent|skill|permission|external_tool|abort)(\.|$)|_delta$|^(assistant\.(turn_start|turn_end|intent|reasoning|usage)|tool\.(execution_progress|execution_partial_result|user_requested)|system\.notification|tool_search\.activated)$/

type EditsOf = Parameters<typeof createEditCollector<EventData>>[0]

const editsOfTerminal: EditsOf = ({ call, cwd, more }) => {
  const diff = fieldsOf<ToolResult>(more.result).detailedContent
  return editsOfCall(call.name, { input: call.input, diff }, cwd)
}

/** Takes in the events of one session, in file order; what calls wrote is for each client to say. */
export const createSessionBuilder = (editsOf: EditsOf = editsOfTerminal) => {
  const messages: MessageDraft[] = []
  const seen = new Set<string>()
  const unknown = createUnknownRecords()
  const { facts, note } = createSessionFacts()
  const costs = createCallCosts()
  const edits = createEditCollector<EventData>(editsOf)
  const tree = createEntryTree()

  /** Calls are announced by the answer; what a person runs by hand is not. */
  const startedDraft = (data: EventData, common: Common): MessageDraft | null => {
    const block = callBlock(data)
    if (block.type !== 'tool_call' || block.id === null || edits.knows(block.id)) return null
    const { model } = facts
    return draftMessage({ ...common, role: 'assistant', kind: 'assistant', blocks: [block], model })
  }

  const draftOf = (event: SessionEvent, data: EventData, common: Common): MessageDraft | null => {
    const type = typeOf(event)
    switch (type) {
      case 'user.message':
        return promptDraft(data, common)
      case 'assistant.message':
        return answerDraft(data, {
          ...common,
          model: facts.model,
          usage: costs.take(data.apiCallId),
        })
      case 'tool.execution_start':
        return startedDraft(data, common)
      case 'tool.execution_complete':
        return resultDraft(data, common)
      case 'system.message':
        return said(data.content, common, { role: 'system', kind: 'injected' })
      case 'session.error':
        return said(data.message, common, { role: 'system', kind: 'injected' })
      case 'session.compaction_complete':
        return said(data.summaryContent, common, { role: 'user', kind: 'summary' })
      default:
        return SILENT.test(type) ? null : draftMessage(unknown.keep(event.type, event, common))
    }
  }

  return {
    add: (event: SessionEvent): void => {
      const id = textOrNull(event.id)
      if (id !== null && seen.has(id)) return
      if (id !== null) seen.add(id)
      const data = fieldsOf<EventData>(event.data)
      note(event, data)
      costs.note(event, data)
      const { cwd, branch: gitBranch, version } = facts
      const common = { id, ts: timeOrNull(event.timestamp), cwd, gitBranch, version }
      const draft = draftOf(event, data, common)
      const kept = draft !== null && saysSomething(draft) ? draft : null
      if (kept !== null) {
        messages.push(kept)
        edits.note(kept, data)
      }
      tree.add(id, textOrNull(event.parentId), kept)
    },
    letGo: edits.letGo,
    built: () => {
      tree.settle()
      return { facts, messages, unknownRecords: unknown.counts() }
    },
  }
}

const typeOf = ({ type }: SessionEvent): string => textOrNull(type, 100) ?? '(no type)'

const said = (
  text: unknown,
  common: Common,
  as: Pick<MessageDraft, 'role' | 'kind'>,
): MessageDraft => draftMessage({ ...common, ...as, blocks: textBlocks(text) })

/** An answer that is empty may have cost something all the same. */
const saysSomething = ({ blocks, usage }: MessageDraft): boolean =>
  blocks.length > 0 || usage !== null
