import type {
  Block,
  DocumentKind,
  MemoryFile,
  Message,
  Observation,
  Prompt,
  SessionDetail,
  Summary,
} from '@teamlore/shared'
import { firstLine } from './documents/clean-text.ts'
import { titleOfMemoryFile } from './documents/documents-of-memory-file.ts'
import { textOfCall } from './documents/tool-call-text.ts'

/** What an agent reads of a record, before its cost is known. */
export type RecordText = {
  id: string
  kind: DocumentKind | 'session'
  title: string
  text: string
  url: string
  session_id: string | null
  occurred_at: string | null
  /** Where in the transcript it belongs, when it does. */
  message_id?: string | null
  /** Of a message: the one it follows. */
  parent_id?: string | null
}

const lines = (parts: readonly (string | null | false)[]): string =>
  parts.filter((part) => part !== null && part !== false && part !== '').join('\n')

const list = (name: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${name}:\n${items.map((item) => `- ${item}`).join('\n')}`

const blockText = (block: Block): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return `[thinking]\n${block.text}`
    case 'tool_call':
      return `[${block.name}] ${textOfCall(block.input)}`
    case 'tool_result':
      return `[${block.is_error ? 'error' : 'output'}]\n${block.text}`
    case 'image':
      return `[image ${block.mime}, ${block.bytes} bytes]`
    case 'file':
      return lines([`[file ${block.path}]`, block.text ?? null])
    case 'other':
      return `[${block.name}]`
  }
}

export const textOfBlocks = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n\n')

export const messageRecord = (message: Message): RecordText => {
  const text = textOfBlocks(message.blocks.map(({ block }) => block))
  return {
    id: message.id,
    kind: message.kind === 'human' ? 'prompt' : 'message',
    title: firstLine(text) || message.kind,
    text,
    url: `/sessions/${message.session_id}#${message.id}`,
    session_id: message.session_id,
    occurred_at: message.ts,
    message_id: message.id,
    parent_id: message.parent_id,
  }
}

type ObservationParts = {
  type: string
  title: string
  subtitle: string
  narrative: string
  facts: readonly string[]
  concepts: readonly string[]
  filesModified: readonly string[]
  filesRead: readonly string[]
}

export const textOfObservation = (observation: ObservationParts): string =>
  lines([
    `${observation.type}: ${observation.title}`,
    observation.subtitle,
    observation.narrative,
    list('Facts', observation.facts),
    observation.concepts.length > 0 && `Concepts: ${observation.concepts.join(', ')}`,
    list('Files modified', observation.filesModified),
    list('Files read', observation.filesRead),
  ])

export const observationRecord = (observation: Observation): RecordText => ({
  id: observation.id,
  kind: 'observation',
  title: observation.title,
  text: textOfObservation({
    ...observation,
    filesModified: observation.files_modified,
    filesRead: observation.files_read,
  }),
  url: `/sessions/${observation.session_id}#${observation.message_id ?? observation.id}`,
  session_id: observation.session_id,
  occurred_at: observation.occurred_at,
  message_id: observation.message_id,
})

type SummaryParts = {
  request: string
  investigated: string
  learned: string
  completed: string
  nextSteps: string
  notes: string
}

export const textOfSummary = (summary: SummaryParts): string => {
  const parts = [
    ['Request', summary.request],
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ] as const
  return parts
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n\n')
}

export const summaryRecord = (summary: Summary): RecordText => ({
  id: summary.id,
  kind: 'summary',
  title: firstLine(summary.request) || `Summary ${summary.prompt_number}`,
  text: textOfSummary({ ...summary, nextSteps: summary.next_steps }),
  url: `/sessions/${summary.session_id}#${summary.prompt_id ?? summary.id}`,
  session_id: summary.session_id,
  occurred_at: summary.occurred_at,
  message_id: summary.prompt_id,
})

export const memoryFileUrl = (id: string): string => `/memory-files/${id}`

/** A memory file as it is, below what tells whose word it is and whether it still stands. */
export const memoryFileRecord = (file: MemoryFile): RecordText => ({
  id: file.id,
  kind: 'memory_file',
  title: titleOfMemoryFile(file),
  text: lines([
    `File: ${file.path}`,
    file.project && `Project: ${file.project.name}`,
    `Seen on ${file.machine.name}, last changed ${file.modified_at}`,
    file.gone_at !== null && `Gone since ${file.gone_at}: this is what it last said.`,
    file.is_cut && 'Only its beginning was mirrored.',
    `\n${file.text}`,
  ]),
  url: memoryFileUrl(file.id),
  session_id: null,
  occurred_at: file.modified_at,
})

/** A session by what was asked in it and what came of it, not by its whole transcript. */
export const sessionRecord = (
  session: SessionDetail,
  { prompts, summaries }: { prompts: readonly Prompt[]; summaries: readonly Summary[] },
): RecordText => ({
  id: session.id,
  kind: 'session',
  title: session.title,
  text: lines([
    session.title,
    lines([
      `Tool: ${session.tool}`,
      session.project && `Project: ${session.project.name}`,
      session.git_branch && `Branch: ${session.git_branch}`,
      session.started_at && `From ${session.started_at} to ${session.ended_at ?? 'now'}`,
      `${session.counts.messages} messages, ${session.counts.prompts} prompts, ${session.counts.edits} edits`,
    ]),
    list(
      'Prompts',
      prompts.map(({ id, text }) => `${id}: ${firstLine(text, 200)}`),
    ),
    list(
      'Outcomes',
      summaries
        .filter(({ completed, learned }) => (completed || learned).trim() !== '')
        .map(({ id, completed, learned }) => `${id}: ${firstLine(completed || learned, 300)}`),
    ),
    list(
      'Files changed',
      session.files.slice(0, MAX_FILES).map(({ path, edits }) => `${path} (${edits} edits)`),
    ),
  ]),
  url: `/sessions/${session.id}`,
  session_id: session.id,
  occurred_at: session.ended_at ?? session.started_at,
})

const MAX_FILES = 60
