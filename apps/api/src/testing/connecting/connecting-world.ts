import { parseAllowedHosts } from '@teamlore/shared/outbound'
import { LINKS_ALONE } from '../../modules/sign-in/sign-in.use-cases.ts'
import { bearer } from '../edge-app.ts'
import { openWorld } from '../world.ts'

type Refused = { statusCode: number; json: () => { error?: { code?: string } } }

/** Status and code of what was refused. */
export const codeOf = (answer: Refused) => [answer.statusCode, answer.json().error?.code]

/** Two teams of a server that keeps keys of other programs, and reaches those of this machine. */
export const openConnectingWorld = async () => {
  const secret = 'a secret of the test that is long enough'
  const allowedHosts = parseAllowedHosts('127.0.0.1') ?? LINKS_ALONE.allowedHosts
  const world = await openWorld(
    { publicUrl: 'https://lore.test' },
    { signIn: { ...LINKS_ALONE, secret, allowedHosts } },
  )
  const us = await world.addTeam('Us')
  const others = await world.addTeam('Others')
  return {
    world,
    us,
    others,
    /** As an admin of us, unless a key says otherwise. */
    call: (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      payload?: object,
      key = us.keys.admin,
    ) => world.app.inject({ method, url, headers: bearer(key), ...(payload && { payload }) }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

export type ConnectingWorld = Awaited<ReturnType<typeof openConnectingWorld>>
