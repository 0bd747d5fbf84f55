import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appOfJwt, createTokens } from './app-tokens.ts'
import { newGit } from './git-state.ts'
import type { Answer } from './github-answers.ts'
import { GITHUB_ROUTES } from './github-routes.ts'
import type { Fault, GitHubState, StandInRepository } from './github-state.ts'

const API = '/api/v3'

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

const send = (response: ServerResponse, { status, body, headers = {} }: Answer): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

const refused = (status: number, message: string): Answer => ({ status, body: { message } })

/**
 * A GitHub on this machine: real HTTP, with the checks of the original. It verifies the signature and the times of an app's JWT, lets
 * tokens end, answers by permissions and pages, and fails on demand.
 */
export const startGitHub = async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const tokens = createTokens()
  const state: GitHubState = {
    app: {
      id: 4_711,
      slug: 'teamlore-test',
      owner: 'acme',
      privateKey,
      publicKey,
      hookSecret: 'hook-secret-of-the-stand-in',
      hookUrl: '',
      permissions: { metadata: 'read', contents: 'read', pull_requests: 'write', checks: 'write' },
    },
    codes: new Set<string>(),
    installations: [],
    suspended: [],
    repositories: [],
    hookDeliveries: [],
    asked: [],
    faults: [],
    nextId: 1_000,
  }

  const takeFault = (method: string, path: string): Fault | undefined => {
    const at = state.faults.findIndex((fault) => fault.method === method && fault.path.test(path))
    return at < 0 ? undefined : state.faults.splice(at, 1)[0]
  }

  const answerTo = (
    method: string,
    url: URL,
    token: string | undefined,
    body: Record<string, unknown>,
  ): Answer => {
    const path = url.pathname.slice(API.length)
    const route = GITHUB_ROUTES.find((one) => one.method === method && one.path.test(path))
    const match = route?.path.exec(path)
    if (route === undefined || match == null) return refused(404, 'Not Found')
    const request = { state, match, url, body, tokens }
    if (route.as === 'app' && !appOfJwt(token, state.app))
      return refused(401, 'A JSON web token could not be decoded')
    if (route.as !== 'installation') return route.answer(request)
    const installation = tokens.installationOf(token)
    return installation === undefined
      ? refused(401, 'Bad credentials')
      : route.answer({ ...request, installation })
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', 'http://github.test')
    const body = await bodyOf(request)
    const token = /^(?:bearer|token) (.+)$/i.exec(headers.authorization ?? '')?.[1]
    state.asked.push({ method, path: url.pathname.slice(API.length), body })
    const fault = takeFault(method, url.pathname)
    // What is answered late was done all the same, and nobody hears of it.
    if (fault?.isDone === true) answerTo(method, url, token, body)
    if (fault !== undefined) {
      if (fault.status === 0) request.socket.destroy()
      else
        send(response, {
          status: fault.status,
          body: { message: 'no' },
          headers: fault.headers ?? {},
        })
      return
    }
    send(response, answerTo(method, url, token, body))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => send(response, refused(500, 'the stand-in failed')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const webUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    webUrl,
    apiUrl: `${webUrl}${API}`,
    state,
    tokens,
    /** A code as GitHub gives it to a browser that made an app. */
    giveCode: (): string => {
      const code = randomUUID()
      state.codes.add(code)
      return code
    },
    add(
      repository: Partial<StandInRepository> & Pick<StandInRepository, 'name'>,
    ): StandInRepository {
      const made: StandInRepository = {
        id: state.nextId++,
        installation: 7,
        isPrivate: true,
        pullRequests: [],
        comments: [],
        lineComments: [],
        comparisons: {},
        checks: [],
        git: newGit(),
        url: `${webUrl}/${repository.name}`,
        ...repository,
      }
      state.repositories.push(made)
      if (!state.installations.includes(made.installation))
        state.installations.push(made.installation)
      return made
    },
    /** Whatever is asked next in this way fails. `isDone`: it is done, and the answer is lost. */
    fail: (...faults: Fault[]) => state.faults.push(...faults),
    /** An event as GitHub sends it, signed. */
    hook: (
      event: string,
      payload: object,
      { delivery = randomUUID() as string, secret = state.app.hookSecret } = {},
    ) => {
      const body = JSON.stringify(payload)
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'x-github-event': event,
          'x-github-delivery': delivery,
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type GitHubStandIn = Awaited<ReturnType<typeof startGitHub>>
