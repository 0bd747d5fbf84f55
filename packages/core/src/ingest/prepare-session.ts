import type { NewEdit, SessionFields, StoredProject } from '@teamlore/db'
import type { EditId, IngestEdit, IngestSession } from '@teamlore/shared'
import { firstLine } from '../text/clean-text.ts'
import { contentSize } from './content-size.ts'
import { type MessageVersion, toMessageVersion } from './message-version.ts'
import { toStoredTime } from './stored-time.ts'

/** A session as it arrived, in the words of the database, each message and edit once. */
export type ArrivedSession = {
  tool: string
  nativeId: string
  fields: SessionFields
  /** What it is called as long as its tool has not named it. */
  fallbackTitle: string | null
  /** In file order. */
  messages: MessageVersion[]
  edits: NewEdit[]
  /** More of it is written right after. */
  isContinued: boolean
}

const MAX_TITLE_CHARS = 120

const textOf = ({ blocks }: MessageVersion): string =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')

/** The first thing a person asked, else what was said first. */
const titleFrom = (messages: readonly MessageVersion[]): string | null => {
  const named = ['human', 'command', 'assistant'] as const
  for (const kind of named) {
    for (const message of messages) {
      const title = message.kind === kind ? firstLine(textOf(message), MAX_TITLE_CHARS) : ''
      if (title !== '') return title
    }
  }
  return null
}

/** The same key twice in one request: the version that says more, at the place where it was first. */
const eachOnce = (messages: readonly MessageVersion[]): MessageVersion[] => {
  const byKey = new Map<string, MessageVersion>()
  for (const message of messages) {
    const other = byKey.get(message.key)
    if (other === undefined) byKey.set(message.key, message)
    else if (contentSize(message.blocks) > contentSize(other.blocks)) {
      byKey.set(message.key, { ...message, ordinal: other.ordinal })
    }
  }
  return [...byKey.values()].sort((a, b) => a.ordinal - b.ordinal)
}

const toEdits = (
  edits: readonly IngestEdit[],
  { newEditId, now }: { newEditId: () => EditId; now: Date },
): NewEdit[] => {
  const byKey = new Map<string, NewEdit>()
  for (const edit of edits) {
    if (!byKey.has(edit.key)) {
      byKey.set(edit.key, { ...edit, id: newEditId(), ts: toStoredTime(edit.ts, now) })
    }
  }
  return [...byKey.values()]
}

type Preparing = {
  project: StoredProject | undefined
  /** Secrets that this server took out of it. */
  redactions: number
  newEditId: () => EditId
  now: Date
}

const toFields = (
  session: IngestSession,
  { project, redactions, now }: Omit<Preparing, 'newEditId'>,
): SessionFields => ({
  projectId: project?.id ?? null,
  kind: session.kind,
  startedBy: session.started_by ?? 'person',
  parentNativeId: session.parent_native_id,
  title: firstLine(session.title ?? '', MAX_TITLE_CHARS * 2) || null,
  cwd: session.cwd,
  gitBranch: session.git_branch,
  gitHead: session.git_head,
  toolVersion: session.tool_version,
  models: [...new Set(session.models)],
  pullRequests: session.pull_requests,
  source: { ...session.source, server_redactions: redactions },
  startedAt: toStoredTime(session.started_at, now),
  endedAt: toStoredTime(session.ended_at, now),
})

export const prepareSession = (
  session: IngestSession,
  { project, redactions, newEditId, now }: Preparing,
): ArrivedSession => {
  const messages = eachOnce(session.messages.map((message) => toMessageVersion(message, now)))
  return {
    tool: session.tool,
    nativeId: session.native_id,
    fields: toFields(session, { project, redactions, now }),
    fallbackTitle: titleFrom(messages),
    messages,
    edits: toEdits(session.edits, { newEditId, now }),
    isContinued: false,
  }
}
