import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startGitHub, startGitLab, startSlack } from '@teamlore/hosts/testing'
import { openMailbox } from '../../apps/api/src/testing/mailbox.ts'
import { startGitHub as startSignIn } from '../../apps/api/src/testing/providers/github-server.ts'

const SIGNS_IN = /^\/(?:login\/oauth\/|api\/v3\/user(?:\/|$))/

/** One address for people who sign in and for the app, as a GitHub has it. */
const openFront = async (signIn: string, app: string) => {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const path = request.url ?? '/'
    const { host: _host, connection: _connection, ...headers } = request.headers
    const answer = await fetch(`${SIGNS_IN.test(path) ? signIn : app}${path}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || name === 'content-length' ? [] : [[name, String(value)]],
      ),
      redirect: 'manual',
      ...(body.length > 0 && { body }),
    })
    const text = await answer.text()
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    })
    response.end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

type Account = { login: string; email: string }

/** Places beside the server at which people talk: code hosts, a Slack and a mailbox of this machine. `account`: theirs at GitHub. */
export const openTalk = async ({ login, email }: Account) => {
  const signIn = await startSignIn({ own: { id: 7_001, login, email } })
  const github = await startGitHub()
  const front = await openFront(signIn.issuer, github.webUrl)
  const gitlab = await startGitLab()
  const slack = await startSlack()
  const mailbox = await openMailbox()
  return {
    github,
    gitlab,
    slack,
    mailbox,
    githubUrl: front.url,
    account: 7_001,
    /** What the person answers where GitHub asks whether it may say who they are. */
    approve: (address: string) => String(signIn.approve(address, 'own')),
    settings: {
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      TEAMLORE_SECRET: 'a secret of the benchmark that is long enough',
      SMTP_URL: mailbox.url,
      SMTP_FROM: 'lore@lore.test',
      SIGN_IN_GITHUB_CLIENT_ID: signIn.clientId,
      SIGN_IN_GITHUB_CLIENT_SECRET: signIn.clientSecret,
      SIGN_IN_GITHUB_URL: front.url,
    },
    close: async () => {
      await front.close()
      await mailbox.close()
      for (const one of [signIn, github, gitlab, slack]) await one[Symbol.asyncDispose]()
    },
  }
}

export type Talk = Awaited<ReturnType<typeof openTalk>>

/** Waits until the server has done something in the background. */
export const until = async (what: string, isSo: () => boolean | Promise<boolean>) => {
  for (let turn = 0; turn < 240; turn += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`Within a minute there was not: ${what}.`)
}
