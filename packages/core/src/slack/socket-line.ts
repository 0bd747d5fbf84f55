import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackListener, SlackSocket, SlackSocketEnd } from '@teamlore/shared/slack-host'
import { createBackoff } from './backoff.ts'

/** What hears nothing for so long may be broken without a word, and is replaced. */
const SILENT_MS = 5 * 60_000
/** What ends so soon after it was opened counts as a failure. */
const SHORT_MS = 10_000
const DISABLED_MS = 60_000

type Options = {
  open: (listener: SlackListener) => Promise<SlackSocket>
  hear: SlackListener['hear']
  /** It is open since now, or not any more. */
  onChange: (isOpen: boolean) => Promise<void>
  onError: (error: unknown) => Promise<void>
  now: () => number
}

export type SocketLine = {
  /** Opens a socket where there is none and one may be tried, and replaces one that heard nothing for long. */
  keep(): void
  close(): void
}

const disabled = (): HostError =>
  new HostError('refused', 'Socket mode is switched off at the app. Switch it on at Slack.')

type Current = { socket: SlackSocket; since: number }
/** What becomes of a socket before it is the one that is used is looked at afterwards. */
type Mine = { isUsed: boolean; ended: SlackSocketEnd | undefined }

const retryAtOf = (error: unknown): Date | null =>
  error instanceof HostError ? error.retryAt : null

/** The socket of one app: there is one as far as Slack lets it, and a new one is open before an old one is closed. */
export const createSocketLine = ({ open, hear, onChange, onError, now }: Options): SocketLine => {
  let current: Current | undefined
  let used: Mine | undefined
  let isOpening = false
  let isClosed = false
  let heardAt = 0
  const backoff = createBackoff(now)

  const end = (why: SlackSocketEnd): void => {
    if (isClosed) return
    if (why === 'refresh') return void replace()
    current?.socket.close()
    if (current !== undefined && now() - current.since < SHORT_MS) backoff.failed()
    current = undefined
    void onChange(false)
    if (why === 'lost') return void keep()
    backoff.rest(DISABLED_MS)
    void onError(disabled())
  }

  const listenerOf = (mine: Mine): SlackListener => ({
    hear: (envelope) => {
      heardAt = now()
      return hear(envelope)
    },
    end: (why) => {
      if (!mine.isUsed) mine.ended = why
      else if (used === mine) end(why)
    },
  })

  const use = async (socket: SlackSocket, mine: Mine): Promise<void> => {
    current?.socket.close()
    if (isClosed) return void socket.close()
    heardAt = now()
    current = { socket, since: now() }
    mine.isUsed = true
    used = mine
    await onChange(true)
  }

  const replace = async (): Promise<void> => {
    if (isOpening || isClosed) return
    isOpening = true
    const mine: Mine = { isUsed: false, ended: undefined }
    try {
      await use(await open(listenerOf(mine)), mine)
    } catch (error) {
      backoff.failed(retryAtOf(error))
      await onError(error)
    }
    isOpening = false
    if (mine.isUsed && mine.ended !== undefined) end(mine.ended)
  }

  const keep = (): void => {
    const at = now()
    if (current !== undefined && at - current.since >= SHORT_MS) backoff.succeeded()
    if (!backoff.mayTry()) return
    if (current === undefined || at - heardAt >= SILENT_MS) void replace()
  }

  return {
    keep,
    close: () => {
      isClosed = true
      current?.socket.close()
    },
  }
}
