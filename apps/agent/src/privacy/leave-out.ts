import type { ProjectIgnore } from '@teamlore/redaction'
import type { Block } from '@teamlore/shared'
import type { LeftOut, ReadMessage, ReadSession } from '@teamlore/sources/source'
import { HANDLE, NAMELESS, TYPED } from './answers.ts'
import { filesChangedIn } from './changed-files.ts'
import { foldersRunIn } from './commands-of.ts'
import { createCopies } from './copies.ts'
import { followUpsIn, handlesOf } from './follow-ups.ts'
import { isSearch, withoutFoundLines } from './found-lines.ts'
import type { KeptElsewhere } from './kept-elsewhere.ts'
import { leaveOther, leaveText } from './leave-text.ts'
import type { Call, FoldersOf, Leaving, NoteForCall, Result, Work } from './leaving.types.ts'
import { createNamesKept } from './names-kept.ts'
import { LEFT_OUT_BY_PROJECT, type Note } from './note.ts'
import { createNotesForPaths } from './notes-for-paths.ts'
import { resolveFrom, topOf } from './places.ts'
import { pathsTouchedBy } from './touched-paths.ts'

type Options = {
  ignore: ProjectIgnore
  /** Where the patterns of the project stand. */
  root: string | null
  /** What other folders keep to themselves; nobody is asked where it is left out. */
  elsewhere?: KeptElsewhere
}

/**
 * Leaves out of a session the content of files that are not to be captured: what was read from them, written to them and
 * changed in them. That a file was touched stays, or the session could not be followed.
 */
export const leaveOut = (
  session: ReadSession,
  { ignore, root, elsewhere }: Options,
): { session: ReadSession; count: number; leftOutOf: ReadonlyMap<string, LeftOut> } => {
  const base = session.cwd ?? root ?? '/'
  const copies = createCopies()
  const noteFor = createNotesForPaths({ ignore, root, elsewhere, base, copies })
  const foldersOf: FoldersOf = (input, cwd) =>
    foldersRunIn(input).map((folder) => resolveFrom(cwd ?? base, folder))
  const namesKept = createNamesKept({ ignore, root, elsewhere, copies })
  const noteForCall: NoteForCall = (input, cwd) => {
    const named = noteFor(pathsTouchedBy(input), cwd)
    const reached = namesKept(input, [base, cwd ?? base])
    if (named !== undefined || reached !== undefined) return named ?? reached
    return elsewhere !== undefined && foldersOf(input, cwd).some(elsewhere.isFolderKept)
      ? { note: LEFT_OUT_BY_PROJECT, paths: [] }
      : undefined
  }
  const noteForChanged: Work['noteForChanged'] = (text, cwd, folders) => {
    const files = filesChangedIn(text)
    if (files.length === 0) return undefined
    // git names files from the top of their repository.
    const places = new Set([root ?? base, cwd ?? base, ...folders])
    for (const place of [...places]) places.add(topOf(place))
    for (const place of places) {
      const left = noteFor(files, place)
      if (left !== undefined) return left.note
    }
    return undefined
  }
  const leftOutOf = new Map<string, LeftOut>()
  const work: Work = {
    noteFor,
    noteForChanged,
    noteForCall,
    foldersOf,
    copies,
    leftOutOf,
    calls: new Map(),
    plain: new Set(),
    ran: new Map(),
  }
  const messages = session.messages.map((message) => withoutContent(message, work))
  const edits = session.edits.filter(({ path }) => noteFor([path]) === undefined)
  let count = session.edits.length - edits.length
  for (const { contents } of leftOutOf.values()) count += contents
  return { session: count === 0 ? session : { ...session, messages, edits }, count, leftOutOf }
}

const withoutContent = (message: ReadMessage, work: Work): ReadMessage => {
  const { key, captured, cwd } = message
  if (captured !== undefined) {
    // Its contents were left out when it was captured; results of its calls may still come.
    if (message.kind !== 'command') work.calls.delete(TYPED)
    if (captured.leftOut === undefined) return message
    work.leftOutOf.set(key, captured.leftOut)
    for (const [id, note] of captured.leftOut.calls) work.calls.set(id, note)
    for (const copy of captured.leftOut.copies) work.copies.add(copy)
    work.copies.news()
    return message
  }
  const calls = new Map<string, string>()
  let contents = 0
  if (message.kind !== 'command') work.calls.delete(TYPED)
  const blocks = message.blocks.map((block) => {
    const left = leaveBlock(block, {
      kind: message.kind,
      ...work,
      cwd,
      noteCall: (id, note) => calls.set(id, note),
    })
    if (left !== undefined) contents++
    for (const [id, note] of calls) work.calls.set(id, note)
    return left ?? block
  })
  const copies = work.copies.news()
  if (contents > 0 || calls.size > 0 || copies.length > 0)
    work.leftOutOf.set(key, { contents, calls, copies })
  return contents === 0 ? message : { ...message, blocks }
}

const leaveBlock = (block: Block, leaving: Leaving): Block | undefined => {
  switch (block.type) {
    case 'tool_call':
      return leaveCall(block, leaving)
    case 'tool_result':
      return leaveResult(block, leaving)
    case 'text':
      return leaveText(block, leaving)
    case 'other':
      return leaveOther(block, leaving)
    case 'file': {
      const left = leaving.noteFor([block.path])
      return left === undefined || block.text === undefined
        ? undefined
        : { ...block, text: left.note }
    }
    default:
      return undefined
  }
}

const leaveCall = (block: Call, leaving: Leaving): Call | undefined => {
  const { noteForCall, foldersOf, calls, plain, ran, cwd, noteCall } = leaving
  const left = noteForCall(block.input, cwd) ?? followed(block.input, calls)
  if (left === undefined) {
    calls.delete(NAMELESS)
    if (block.id === null) return undefined
    ran.set(block.id, foldersOf(block.input, cwd))
    if (!isSearch(block)) plain.add(block.id)
    return undefined
  }
  noteCall(block.id ?? NAMELESS, left.note)
  if (left.isCallKept) return undefined
  return { ...block, input: { note: left.note, paths: left.paths.slice(0, 20) } }
}

/** What a call that was left out goes on to print is asked for by another one. */
const followed = (input: Call['input'], calls: ReadonlyMap<string, string>): Note | undefined => {
  const note = handlesOf(input)
    .map((handle) => calls.get(HANDLE + handle))
    .find((one) => one !== undefined)
  return note === undefined ? undefined : { note, paths: [] }
}

const leaveResult = (block: Result, leaving: Leaving): Result | undefined => {
  const { noteFor, noteForChanged, calls, plain, ran, cwd, copies, noteCall } = leaving
  const id = block.tool_call_id
  const note =
    calls.get(id ?? NAMELESS) ??
    noteForChanged(block.text, cwd, (id === null ? undefined : ran.get(id)) ?? [])
  // It was left out by other rules before.
  if (note !== undefined && block.text === note) return undefined
  if (note !== undefined) {
    const { handles, files } = followUpsIn(block.text)
    for (const handle of handles) noteCall(HANDLE + handle, note)
    for (const path of files) copies.add({ path, note, isTree: false })
    return { ...block, text: note }
  }
  if (id !== null && plain.has(id)) return undefined
  const text = withoutFoundLines(block.text, (path) => noteFor([path], cwd)?.note)
  return text === undefined ? undefined : { ...block, text }
}
