import type { Unread } from './files/why-unread.ts'
import type { Place } from './place.ts'
import type { FileRead, ReadSession } from './read-session.ts'
import type { KeptTurns } from './turns/kept-turns.ts'

export type { Place } from './place.ts'
export type {
  CapturedMessage,
  Copy,
  FileRead,
  LeftOut,
  ReadEdit,
  ReadFigures,
  ReadMessage,
  ReadSession,
} from './read-session.ts'

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
  /** How long the tool keeps a session with which nobody goes on; null where it is configured to keep all, left out where it does. */
  keeps?: () => Promise<Kept | null>
  /** Folders in which new sessions appear, or files that hold many. */
  watchPaths: () => Promise<string[]>
}

/** After so many days the tool deletes a session by itself; `setting` in `file` says how many. */
export type Kept = { days: number; setting: string; file: string }

export type Found =
  | (Place & {
      /** What stands in one group may replay each other's messages, such as the files of one project. */
      group: string
      /**
       * Changes whenever what is to be read there changes. Left out where size and time of the one file at `path` show it;
       * needed for a part of a store, and for a session spread over several files.
       */
      version?: string | undefined
      /**
       * The session of which this holds less than another place does or did: read where nothing of it was captured from elsewhere, for
       * the same message has another name here.
       */
      lesserCopyOf?: string | undefined
      /** Files that hold the rest of it, where somebody named their folder: nothing is to be said of them by themselves. */
      pieces?: readonly string[] | undefined
    })
  | ({ path: string } & Unread)

export type ReadOutcome =
  | { status: 'session'; session: ReadSession }
  /**
   * Not a session of this tool, or nothing in it yet. `isDamaged`: surely a session, of which something is in the way;
   * `isForeign`: surely something of another tool.
   */
  | { status: 'skipped'; reason: string; isDamaged?: boolean; isForeign?: boolean }

/** One session while its file is read. */
export type OpenSession = {
  /** False when nothing further is wanted, such as from another tool's file. */
  take: (record: object) => boolean
  /** The session as far as it was taken in. May be asked again and again, with more taken in between. */
  outcome: (read: FileRead, kept?: KeptTurns, signal?: AbortSignal) => Promise<ReadOutcome>
  /** Lets go of what is only remembered for messages whose contents are gone. */
  letGo?: () => void
}
