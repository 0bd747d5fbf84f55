import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackListener, SlackSocket, SlackSocketEnd } from '@teamlore/shared/slack-host'

/** What hears nothing for so long may be broken without a word, and is replaced. */
const SILENT_MS = 5 * 60_000
/** What ends so soon after it was opened counts as a failure. */
const SHORT_MS = 10_000
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
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

/** The socket of one app: there is one as far as Slack lets it, and a new one is open before an old one is closed. */
export const createSocketLine = ({ open, hear, onChange, onError, now }: Options): SocketLine => {
  let current: { socket: SlackSocket; mine: object; since: number } | undefined
  let isOpening = false
  let isClosed = false
  let heardAt = 0
  let failures = 0
  let notBefore = 0

  const wait = () => {
    notBefore = now() + Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
    failures++
  }

  const lose = () => {
    if (current !== undefined && now() - current.since < SHORT_MS) wait()
    current = undefined
    void onChange(false)
  }

  const end = (why: SlackSocketEnd): void => {
    if (isClosed) return
    if (why === 'refresh') return void replace()
    current?.socket.close()
    lose()
    if (why === 'lost') return keep()
    notBefore = now() + DISABLED_MS
    void onError(disabled())
  }

  /** Of the socket that is used now; what happens to one before it is there is looked at afterwards. */
  const replace = async (): Promise<void> => {
    if (isOpening || isClosed) return
    isOpening = true
    const before = current?.socket
    const mine: { isUsed: boolean; ended?: SlackSocketEnd } = { isUsed: false }
    try {
      const socket = await open({
        hear: (envelope) => {
          heardAt = now()
          return hear(envelope)
        },
        end: (why) => {
          if (!mine.isUsed) mine.ended = why
          else if (current?.mine === mine) end(why)
        },
      })
      before?.close()
      if (isClosed) return socket.close()
      heardAt = now()
      current = { socket, mine, since: now() }
      mine.isUsed = true
      await onChange(true)
    } catch (error) {
      wait()
      const { retryAt } = error instanceof HostError ? error : {}
      if (retryAt) notBefore = Math.max(notBefore, retryAt.getTime())
      await onError(error)
    } finally {
      isOpening = false
    }
    if (mine.ended !== undefined) end(mine.ended)
  }

  const keep = (): void => {
    const at = now()
    if (current !== undefined && at - current.since >= SHORT_MS) failures = 0
    if (at < notBefore) return
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
