import type { Block } from '@teamlore/shared'
import type { LeftOut, ReadMessage } from '@teamlore/sources/source'
import type { Copies } from './copies.ts'
import type { Note } from './note.ts'
import type { NoteFor } from './notes-for-paths.ts'

export type Call = Extract<Block, { type: 'tool_call' }>
export type Result = Extract<Block, { type: 'tool_result' }>

/** What stands for a call, if anything does. */
export type NoteForCall = (input: Call['input'], cwd: string | null) => Note | undefined
/** Folders that a call runs in, from the top of the disk. */
export type FoldersOf = (input: Call['input'], cwd: string | null) => string[]

export type Work = {
  noteFor: NoteFor
  noteForCall: NoteForCall
  foldersOf: FoldersOf
  copies: Copies
  /** What stands for a text that shows changes of files that are left out. */
  noteForChanged: (
    text: string,
    cwd: string | null,
    folders: readonly string[],
  ) => string | undefined
  /** Notes by the ids of calls, for their results, and by what else an answer is known by. */
  calls: Map<string, string>
  /** Calls that search for nothing: no line of their results is attributed to another file. */
  plain: Set<string>
  /** Where calls ran. */
  ran: Map<string, string[]>
  leftOutOf: Map<string, LeftOut>
}

export type Leaving = Work & {
  kind: ReadMessage['kind']
  cwd: string | null
  noteCall: (id: string, note: string) => void
}
