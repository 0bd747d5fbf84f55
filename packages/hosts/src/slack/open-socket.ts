import { HostError } from '@teamlore/shared/code-hosts'
import type { OutboundSocket } from '@teamlore/shared/outbound'
import type { SlackDoor, SlackListener, SlackSocket } from '@teamlore/shared/slack-host'
import type { z } from 'zod'
import { mayOpenAt } from './addresses.ts'
import { openedSchema, socketMessageSchema } from './schemas.ts'
import type { AskSlack } from './slack-client.ts'

/** Slack says hello at once; what says nothing is no socket of it. */
const HELLO_MS = 10_000

type SocketMessage = z.infer<typeof socketMessageSchema>

const messageOf = (data: unknown): SocketMessage | undefined => {
  try {
    return socketMessageSchema.safeParse(JSON.parse(String(data))).data
  } catch {
    return undefined
  }
}

const notOpened = (): HostError =>
  new HostError('unavailable', 'Slack opened no socket.', { isUndone: true })

const addressOf = async (ask: AskSlack, door: SlackDoor): Promise<string> => {
  const { url } = openedSchema.parse((await ask(door, 'apps.connections.open')).data)
  if (!mayOpenAt(url, door.apiUrl))
    throw new HostError('refused', 'The address of the socket is none of Slack.')
  return url
}

/** Opens a socket; it is given once Slack has said hello. */
export const openSocket = async (
  { ask, connect }: { ask: AskSlack; connect: OutboundSocket },
  door: SlackDoor,
  { hear, end }: SlackListener,
): Promise<SlackSocket> => {
  const socket = connect(await addressOf(ask, door))
  let isOurEnd = false
  const close = () => {
    // Closed before it is open, it says at once that it failed, which would close it again.
    if (isOurEnd) return
    isOurEnd = true
    socket.close()
  }

  const take = async (id: string, type: string, payload: unknown): Promise<void> => {
    try {
      await hear({ type, payload })
    } catch {
      // It is sent again, as nobody says that it was taken.
      return
    }
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ envelope_id: id }))
  }

  const act = ({ type, reason, envelope_id: id, payload }: SocketMessage): void => {
    if (type === 'disconnect') end(reason === 'link_disabled' ? 'disabled' : 'refresh')
    else if (id !== undefined) void take(id, type, payload)
  }

  return new Promise((resolve, reject) => {
    let isOpen = false
    const failed = () => {
      if (isOpen) return
      clearTimeout(timer)
      close()
      reject(notOpened())
    }
    const timer = setTimeout(failed, HELLO_MS)
    socket.addEventListener('error', failed)
    socket.addEventListener('close', () => {
      failed()
      if (!isOurEnd) end('lost')
    })
    socket.addEventListener('message', ({ data }) => {
      const message = messageOf(data)
      if (message?.type === 'hello') {
        isOpen = true
        clearTimeout(timer)
        resolve({ appId: message.connection_info?.app_id, close })
      } else if (message !== undefined) act(message)
    })
  })
}
