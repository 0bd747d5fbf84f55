import { setTimeout as delay } from 'node:timers/promises'
import { SpoolFullError } from '../spool/spool.ts'
import type { WatchOptions } from './watch.types.ts'

const NO_ROOM: Record<string, string> = {
  ENOSPC: 'The disk is full: make room.',
  EDQUOT: 'Your quota of the disk is used up: make room.',
  EROFS: 'The disk is read-only: set LORE_STATE_DIR to a folder that can be written.',
}

const codeOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException | undefined)?.code ?? '')

export const isAboutRoom = (error: unknown): error is Error =>
  error instanceof SpoolFullError || (error instanceof Error && codeOf(error) in NO_ROOM)

export const whyNoRoom = (error: Error): string =>
  error instanceof SpoolFullError
    ? error.message
    : `${NO_ROOM[codeOf(error)]} Nothing new can be captured until then; it waits in the files of the tools.`

const AGAIN_MS = 2_000

/**
 * Does what needs room on the disk as soon as there is some, and tells that it waits.
 *
 * @throws what `work` throws for any other reason, and AbortError when nobody waits any more.
 */
export const onceThereIsRoom = async <T>(
  work: () => Promise<T>,
  { signal, onEvent }: Pick<WatchOptions, 'signal' | 'onEvent'>,
): Promise<T> => {
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      const done = await work()
      if (hasWaited) onEvent({ kind: 'resumed' })
      return done
    } catch (error) {
      if (!isAboutRoom(error)) throw error
      if (!hasWaited) onEvent({ kind: 'paused', reason: whyNoRoom(error) })
    }
    await delay(AGAIN_MS, undefined, { signal })
  }
}
