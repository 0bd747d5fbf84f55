import { fitWithin, type LeftOut, type Piece } from '@teamlore/core'
import { fileFates, type Observation, type SessionDetail, type Summary } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import { z } from 'zod'
import type { Answer } from './budget.ts'
import { frame } from './quoting/frame.ts'
import { day, dotted, label, QUOTED, quotedLine } from './quoting/quote.ts'
import { leftOutOutput } from './shared-input.ts'

const partOutput = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('session'),
    id: z.string(),
    title: z.string(),
    project: z.string().nullable(),
    author: z.string(),
    tool: z.string(),
    branch: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    messages: z.int(),
    prompts: z.int(),
    subagents: z.int(),
    tags: z.array(z.string()),
  }),
  z.object({
    part: z.literal('summary'),
    id: z.string(),
    request: z.string(),
    learned: z.string(),
    completed: z.string(),
    next_steps: z.string(),
  }),
  z.object({
    part: z.literal('note'),
    id: z.string(),
    kind: z.string().describe('annotation or summary: what a person said of the session.'),
    author: z.string(),
    text: z.string(),
  }),
  z.object({ part: z.literal('observation'), id: z.string(), type: z.string(), title: z.string() }),
  z.object({ part: z.literal('file'), path: z.string(), added: z.int(), removed: z.int() }),
])
type Part = z.output<typeof partOutput>

export const overviewOutput = z.object({ parts: z.array(partOutput), left_out: leftOutOutput })

type Found = {
  session: SessionDetail
  summaries: readonly Summary[]
  observations: readonly Observation[]
  hasMore: boolean
}

/** A session in brief: what it is, then prompt by prompt, then its findings, then the files it changed. */
export const overviewWithin = (found: Found, budget: number) => {
  const summaries = found.summaries.toSorted((a, b) => a.prompt_number - b.prompt_number)
  const pieces: Piece<Part>[] = [
    sessionPiece(found.session),
    ...found.session.notes.filter(({ kind }) => kind !== 'tag').map(notePiece),
    ...summaries.map(summaryPiece),
    ...found.observations.map(observationPiece),
    ...found.session.files.map(filePiece),
  ]
  return fitWithin({
    pieces,
    budget,
    mayskip: true,
    render: (parts, texts, leftOut) => render(parts, texts, leftOut, found.hasMore),
  }).answer
}

const sessionPiece = (session: SessionDetail): Piece<Part> => {
  const data = {
    part: 'session' as const,
    id: session.id,
    title: label(session.title),
    project: session.project && label(session.project.name),
    author: label(session.author.name),
    tool: session.tool,
    branch: session.git_branch && label(session.git_branch),
    from: day(session.started_at),
    to: day(session.ended_at),
    messages: session.counts.messages,
    prompts: session.counts.prompts,
    subagents: session.counts.subagents,
    tags: session.tags.map(label),
  }
  const head = dotted(
    data.id,
    data.from === data.to ? data.from : `${data.from ?? '?'} to ${data.to ?? '?'}`,
    data.author,
    data.project,
    data.branch,
    data.tool,
    plural(data.prompts, 'prompt'),
    plural(data.messages, 'message'),
    ...data.tags.map((tag) => `#${tag}`),
  )
  return { text: `# ${data.title}\n${head}`, data }
}

const notePiece = ({ id, kind, author, text }: SessionDetail['notes'][number]): Piece<Part> => {
  const data = {
    part: 'note' as const,
    id,
    kind,
    author: label(author.name),
    text: quotedLine(text),
  }
  return { text: `${id} ${kind} by ${data.author}: ${data.text}`, data }
}

const summaryPiece = (summary: Summary): Piece<Part> => {
  const data = {
    part: 'summary' as const,
    id: summary.id,
    request: quotedLine(summary.request),
    learned: quotedLine(summary.learned),
    completed: quotedLine(summary.completed),
    next_steps: quotedLine(summary.next_steps),
  }
  const lines = [
    `${data.id} asked: ${data.request}`,
    data.learned === '' ? '' : `  learned: ${data.learned}`,
    data.completed === '' ? '' : `  completed: ${data.completed}`,
    data.next_steps === '' ? '' : `  next: ${data.next_steps}`,
  ]
  return { text: lines.filter((line) => line !== '').join('\n'), data }
}

const observationPiece = ({ id, type, title }: Observation): Piece<Part> => {
  const data = { part: 'observation' as const, id, type, title: label(title) }
  return { text: `${id} ${type}: ${data.title}`, data }
}

const filePiece = (file: SessionDetail['files'][number]): Piece<Part> => {
  const data = {
    part: 'file' as const,
    path: quotedLine(file.path),
    added: file.added_lines,
    removed: file.removed_lines,
  }
  const lines = file.edits === 0 ? [] : [`+${data.added} -${data.removed}`]
  return { text: [data.path, ...lines, ...fileFates(file)].join(' '), data }
}

const render = (
  parts: readonly Part[],
  texts: readonly string[],
  leftOut: LeftOut,
  hasMore: boolean,
): Answer<z.input<typeof overviewOutput>> => ({
  text: [
    frame('session', { note: QUOTED }, texts),
    ...(hasMore
      ? [
          'The session has more summaries and findings than are looked at here; use lore_search with session.',
        ]
      : []),
    ...(leftOut.count === 0
      ? []
      : [
          `Left out: ${leftOut.count} of summaries, findings and files (about ${plural(leftOut.tokens, 'token')}): raise budget_tokens.`,
        ]),
  ].join('\n'),
  data: { parts: [...parts], left_out: leftOut },
})
