import type { IngestEdit, IngestMessage, IngestSession } from '@teamlore/shared'
import type { KeptTurns } from './shared/kept-turns.ts'

/** One coding tool on this machine. Everything above it is tool-agnostic. */
export type Source = {
  readonly info: {
    /** As in `--tool` and in the `tool` column. */
    readonly name: string
    readonly label: string
  }
  /** Whether the tool has left anything in its own places. */
  isInstalled: () => Promise<boolean>
  /** Candidates, group by group, in the order of their names; under `path` when given, else in the tool's own places. */
  find: (path?: string) => AsyncIterable<Found>
  /** Whether what a file holds is this tool's, whatever its name; asked when several sources found the same file. */
  recognises: (path: string, signal?: AbortSignal) => Promise<boolean>
  /** Reads the places of one session, in whatever order they are named. Never throws because of what they hold. */
  read: (places: readonly Place[], signal?: AbortSignal) => Promise<ReadOutcome>
  /**
   * Begins to read a file to which the tool only ever adds lines, so that it can be read on as it grows; undefined for any
   * other place. What comes out is what `read` gives.
   */
  open?: (place: Place, signal?: AbortSignal) => Promise<OpenSession | undefined>
  /** Folders in which new sessions appear. */
  watchPaths: () => Promise<string[]>
}

/** Where a session, or a piece of one, stands. */
export type Place = {
  path: string
  /** Which session of a store that holds many, such as a database: its native id. */
  part?: string | undefined
}

export type Found =
  | (Place & {
      /** What stands in one group may replay each other's messages, such as the files of one project. */
      group: string
      /**
       * Changes whenever what is to be read there changes. Left out where size and time of the one file at `path` tell;
       * needed for a part of a store, and for a session spread over several files.
       */
      version?: string | undefined
    })
  | { path: string; problem: string }

export type ReadOutcome =
  | { status: 'session'; session: ReadSession }
  /** Not a session of this tool, or nothing in it yet. */
  | { status: 'skipped'; reason: string }

/** A session as the file tells it: whole, uncut and with its secrets. It never leaves the machine like this. */
export type ReadSession = Omit<IngestSession, 'project' | 'source' | 'messages' | 'edits'> & {
  messages: ReadMessage[]
  edits: ReadEdit[]
  /** Which session keeps a message that several replay: the lowest. Main 0, background 1, subagent 2, compaction 3. */
  precedence: number
  figures: ReadFigures
}

export type ReadMessage = Omit<IngestMessage, 'ordinal'> & {
  /** True when the record itself names another session than the one whose file it stands in. */
  is_replay: boolean
  /** Set when its blocks are not in memory any more: it was captured, and is what it was then. */
  captured?: CapturedMessage
}

export type CapturedMessage = {
  ordinal: number
  hash: string
  /** What was left out of it, where something was. */
  leftOut?: LeftOut | undefined
}

/** `calls` holds, by the ids of calls, the notes that stand for what they read or wrote. */
export type LeftOut = { contents: number; calls: ReadonlyMap<string, string> }

export type ReadEdit = Omit<IngestEdit, 'added' | 'removed' | 'added_lines' | 'removed_lines'> & {
  addedText: readonly string[]
  removedText: readonly string[]
  /** Hash of an edit whose texts are not in memory any more, as it was captured. */
  captured?: string
}

/** One session while its file is read. */
export type OpenSession = {
  /** False when nothing further is wanted, such as from another tool's file. */
  take: (record: object) => boolean
  /** The session as far as it was taken in. May be asked again and again, with more taken in between. */
  outcome: (read: FileRead, kept?: KeptTurns, signal?: AbortSignal) => Promise<ReadOutcome>
  /** Lets go of what is only remembered for messages whose contents are gone. */
  letGo?: () => void
}

/** What of a file was read. */
export type FileRead = { lines: number; file: ReadFigures['files'][number] }

export type ReadFigures = {
  lines: number
  /** Records of kinds this version does not know, by kind. */
  unknownRecords: Record<string, number>
  files: ReadFile[]
}

type ReadFile = Place & {
  /** Bytes up to the last line end. */
  offset: number
  /** Something stands behind the last line end that is no whole record yet. */
  hasUnfinishedTail: boolean
  /** Lines passed over because they are no readable record; `first` counts from 1 and is 0 when there are none. */
  badLines: { count: number; first: number }
}
