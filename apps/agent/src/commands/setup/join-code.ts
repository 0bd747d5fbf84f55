import { usageError } from '../../errors/cli-error.ts'
import { parseServerUrl } from '../../platform/server-url.ts'

/** What somebody was given: an invitation with its server or without, or a server alone. */
export type JoinCode = { server?: string; token?: string }

const TOKEN = /^[\w-]{10,200}$/

/** @throws CliError for what is neither an address nor the code of an invitation. */
export const parseJoinCode = (typed: string | undefined): JoinCode => {
  if (typed === undefined) return {}
  if (TOKEN.test(typed)) return { token: typed }
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed))
    throw usageError(
      'This is neither the code of an invitation nor an address.',
      'Copy the whole line out of the invitation, such as `npx https://lore.example.com/agent.tgz join CODE`.',
    )
  const url = new URL(typed)
  const token = url.searchParams.get('token')
  const path = url.pathname.replace(/\/(?:join|agent\.tgz)?$/, '')
  const server = parseServerUrl(`${url.origin}${path}`)
  if (token === null) return { server }
  if (!TOKEN.test(token))
    throw usageError('The link of the invitation is not whole.', 'Copy all of it.')
  return { server, token }
}
