import { type OwnNames, strangeAddress } from '@teamlore/shared/process'
import type { FastifyInstance } from 'fastify'
import { wrongOrigin } from '../errors/request.errors.ts'

type Deps = {
  names: OwnNames
  /** What is sent there opens nothing by a cookie: pages of any site may ask. */
  openPaths: readonly string[]
}

/** Asked by the machines that watch this one, by whatever address they have of it; they say nothing of a team. */
const WATCHED = ['/healthz', '/readyz', '/metrics']

/**
 * Refuses what comes under a name that is not ours, as a page does that has its own name point at this machine, and what a page of
 * another site asks. `/mcp` looks at this itself: it may answer under more names.
 * @throws RequestError `access.wrong_origin`
 */
export const registerOwnAddress = (app: FastifyInstance, { names, openPaths }: Deps): void => {
  app.addHook('onRequest', async (request) => {
    const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '')
    if (path === '/mcp' || WATCHED.includes(path)) return
    const origin = openPaths.includes(path) ? undefined : request.headers.origin
    const message = strangeAddress({ host: request.host, origin }, names)
    if (message !== undefined) throw wrongOrigin({ message })
  })
}
