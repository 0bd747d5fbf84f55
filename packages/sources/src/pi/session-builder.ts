import { createEditCollector } from '../shared/edit-collector.ts'
import { createEntryTree } from '../shared/entry-tree.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { textOrNull, timeOrNull } from '../shared/values.ts'
import type { MessageDraft } from '../turns/session-draft.ts'
import { editsOfCall } from './edits.ts'
import type { Entry } from './entry.ts'
import { draftOf } from './entry-draft.ts'

/** Takes in the entries of one session, in file order. */
export const createSessionBuilder = () => {
  const facts = {
    id: null as string | null,
    cwd: null as string | null,
    startedAt: null as string | null,
    parentFile: null as string | null,
    title: null as string | null,
  }
  const messages: MessageDraft[] = []
  const unknown = createUnknownRecords()
  const tree = createEntryTree()
  const edits = createEditCollector(({ call, cwd }) => editsOfCall(call.name, call.input, cwd))

  const noteFacts = (entry: Entry): void => {
    if (entry.type === 'session_info') facts.title = textOrNull(entry.name, 500) ?? facts.title
    if (entry.type !== 'session' || facts.id !== null) return
    facts.id = textOrNull(entry.id, 300)
    facts.cwd = textOrNull(entry.cwd, 4_096)
    facts.startedAt = timeOrNull(entry.timestamp)
    facts.parentFile = textOrNull(entry.parentSession ?? entry.branchedFrom, 4_096)
  }

  /** What is older than the session was copied into it. */
  const isCopied = ({ ts }: MessageDraft): boolean =>
    facts.parentFile !== null && ts !== null && facts.startedAt !== null && ts < facts.startedAt

  const take = (entry: Entry): MessageDraft | null => {
    const draft = draftOf(entry, facts.cwd, unknown)
    if (draft === null || (draft.blocks.length === 0 && draft.usage === null)) return null
    draft.isReplay = isCopied(draft)
    messages.push(draft)
    edits.note(draft, undefined)
    return draft
  }

  return {
    add: (entry: Entry): void => {
      noteFacts(entry)
      const draft = take(entry)
      if (entry.type !== 'session')
        tree.add(textOrNull(entry.id, 300), textOrNull(entry.parentId, 300), draft)
    },
    letGo: edits.letGo,
    built: () => {
      tree.settle()
      return { facts, messages, unknownRecords: unknown.counts() }
    },
  }
}
