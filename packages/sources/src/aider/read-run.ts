import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { MessageKind, Usage } from '@teamlore/shared'
import { buildSession } from '../shared/build-session.ts'
import { timeOrNull } from '../shared/values.ts'
import type { Place, ReadSession } from '../source.ts'
import { pathFrom } from '../turns/file-edit.ts'
import type { Turn, TurnEdit } from '../turns/session-draft.ts'
import { type Entry, entriesOf } from './entries.ts'
import { readPrinted } from './printed-lines.ts'
import type { History, Run } from './runs.ts'
import { writtenTo } from './written-lines.ts'

export const TOOL = 'aider'

/** One run as a session; null when nothing was said in it. */
export const sessionOfRun = (history: History, run: Run, place: Place): ReadSession | null => {
  const state: State = { version: null, model: null, folder: dirname(place.path), answers: [] }
  const turns = entriesOf(history, run).flatMap((entry) => turnOf(entry, state))
  if (turns.length === 0) return null
  return buildSession(
    {
      tool: TOOL,
      nativeId: idOf(place.path, run),
      cwd: state.folder,
      title: turns.every(({ kind }) => kind === 'injected') ? startedAs(turns) : null,
      toolVersion: state.version,
      startedAt: localTime(run.startedAt),
      figures: {
        lines: run.to - run.from,
        unknownRecords: {},
        files: [
          { ...place, offset: 0, hasUnfinishedTail: false, badLines: { count: 0, first: 0 } },
        ],
      },
    },
    turns,
  )
}

/** A run in which nobody typed anything is recognised by what started it: Aider prints that first, with the folder it lies in. */
const startedAs = ([first]: readonly Turn[]): string | null => {
  const block = first?.blocks[0]
  const line = block?.type === 'text' ? (block.text.split('\n')[0] ?? '') : ''
  return /^(?:.*?[\\/])?(aider(?:\.exe)?(?:\s.*)?)$/.exec(line)?.[1] ?? line
}

/** Aider gives its runs no ids: the file, the time and the how-manieth run at that time must do. */
const idOf = (path: string, { startedAt, nth }: Run): string =>
  createHash('sha256').update(`${path}\n${startedAt}\n${nth}`).digest('hex').slice(0, 32)

/** Headers bear the time of the machine's clock without a zone. */
const localTime = (text: string): string | null => timeOrNull(text.replace(' ', 'T'))

type State = {
  version: string | null
  model: string | null
  folder: string
  /** Answers since the last prompt: what is applied was said in one of them. */
  answers: { turn: Turn; lines: readonly string[] }[]
}

const turnOf = (entry: Entry, state: State): Turn[] => {
  if (entry.kind === 'printed') return [printedTurn(entry, state)]
  if (entry.kind === 'typed') return typedTurn(entry, state)
  const text = entry.lines.join('\n').trim()
  const turn: Turn = {
    ...named(entry),
    role: 'assistant',
    kind: 'assistant',
    model: state.model,
    blocks: [{ type: 'text', text }],
  }
  state.answers.push({ turn, lines: entry.lines })
  return [turn]
}

const named = ({ at }: Entry): Pick<Turn, 'id' | 'ts'> => ({ id: `line-${at}`, ts: null })

const typedTurn = (entry: Entry, state: State): Turn[] => {
  state.answers = []
  const text = entry.lines
    .filter((line) => line !== '<blank>')
    .join('\n')
    .trim()
  if (text === '') return []
  return [{ ...named(entry), role: 'user', kind: kindOf(text), blocks: [{ type: 'text', text }] }]
}

/** A few commands only say in which way a prompt is meant; the others are for Aider itself. */
const kindOf = (text: string): MessageKind => {
  if (/^\/(ask|code|architect|context)\s+\S/.test(text)) return 'human'
  return /^[/!]/.test(text) ? 'command' : 'human'
}

const printedTurn = (entry: Entry, state: State): Turn => {
  const orphans: TurnEdit[] = []
  for (const line of entry.lines) {
    const fact = readPrinted(line)
    if (fact?.what === 'version') state.version = fact.value
    else if (fact?.what === 'model') state.model = fact.value
    else if (fact?.what === 'folder') state.folder = fact.value
    else if (fact?.what === 'edited') noteEdit(fact.value, state, orphans)
    else if (fact?.what === 'usage') {
      const last = state.answers.at(-1)?.turn
      if (last !== undefined) last.usage = together(last.usage, fact.usage)
    }
  }
  const text = entry.lines.join('\n').trim()
  return {
    ...named(entry),
    role: 'system',
    kind: 'injected',
    blocks: [{ type: 'text', text }],
    edits: orphans,
  }
}

/** A request that was broken off before it said anything is reported after the answer before it. */
const together = (before: Usage | null | undefined, now: Usage): Usage => ({
  input_tokens: (before?.input_tokens ?? 0) + now.input_tokens,
  output_tokens: (before?.output_tokens ?? 0) + now.output_tokens,
  cache_creation_tokens: (before?.cache_creation_tokens ?? 0) + now.cache_creation_tokens,
  cache_read_tokens: (before?.cache_read_tokens ?? 0) + now.cache_read_tokens,
})

/** An edit belongs to the last answer that names the file. One that none names is known by its file alone. */
const noteEdit = (name: string, { answers, folder }: State, orphans: TurnEdit[]): void => {
  const path = pathFrom(folder, name)
  if (path === undefined) return
  for (const { turn, lines } of [...answers].reverse()) {
    const written = writtenTo(name, lines)
    if (written === undefined) continue
    const { isCreation, ...change } = written
    const operation = isCreation ? 'create' : 'edit'
    turn.edits = [...(turn.edits ?? []), { path, operation, ...change, toolCallId: null }]
    return
  }
  orphans.push({ path, operation: 'edit', addedText: [], removedText: [], toolCallId: null })
}
