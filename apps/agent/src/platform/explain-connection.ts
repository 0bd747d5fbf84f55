import { ApiError, createClient } from '@teamlore/shared'
import { CliError } from '../errors/cli-error.ts'

const PROBE_MS = 5_000

/**
 * Why no Teamlore server was found at an address, for somebody who just typed it: which part of it is wrong, and the address
 * to use. Undefined where the error says it all. Asks the address once more by the other protocol, without the key.
 */
export const explainConnection = async (
  error: ApiError,
  server: string,
): Promise<CliError | undefined> => {
  if (error.code === 'network.unreachable') return explainSilence(error, server)
  if (error.code === 'client.unexpected_answer' || error.code.startsWith('http.status_'))
    return (await explainProtocol(error, server)) ?? notTeamlore(error, server)
  return undefined
}

const explainSilence = async (error: ApiError, server: string): Promise<CliError | undefined> => {
  const codes = codesOf(error)
  const hint = hintOf(codes, server)
  if (hint === undefined) return explainProtocol(error, server)
  return new CliError({ code: error.code, message: error.message, hint, cause: error })
}

const hintOf = (codes: readonly string[], server: string): string | undefined => {
  if (codes.includes('ECONNREFUSED'))
    return `Is the server started, and ${portOf(server)} its port? It is 4000 unless PORT says another.`
  if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN'))
    return `Check the spelling of ${new URL(server).hostname}, and whether you have to be in a certain network to reach it.`
  if (codes.some(isAboutCertificate))
    return 'Name the certificate to trust: NODE_EXTRA_CA_CERTS=/path/to/ca.pem lore login …, and the same for every other command.'
  return undefined
}

/** Whether the address is right but for its first word. */
const explainProtocol = async (error: ApiError, server: string): Promise<CliError | undefined> => {
  const isSecure = server.startsWith('https:')
  const other = byOtherProtocol(server)
  const found = await probe(other)
  if (found === 'nothing') return undefined
  if (found === 'something') return notTeamlore(error, other)
  const host = new URL(other).host
  return new CliError({
    code: isSecure ? 'cli.server_speaks_http' : 'cli.server_speaks_https',
    message: isSecure
      ? `${host} speaks plain HTTP, not HTTPS.`
      : `${host} speaks HTTPS, not plain HTTP.`,
    hint: `Use its address with that: \`--server ${other}\`.${isSecure ? ' What is sent there is not encrypted; on other machines than your own, put HTTPS in front of it.' : ''}`,
    cause: error,
  })
}

/** The same host and port: where none is named, that of the protocol in the address. */
const byOtherProtocol = (server: string): string => {
  const { protocol, hostname, port, pathname } = new URL(server)
  const isSecure = protocol === 'https:'
  const same = port === '' ? (isSecure ? '443' : '80') : port
  const path = pathname.replace(/\/+$/, '')
  return `${isSecure ? 'http' : 'https'}://${hostname}:${same}${path}`
}

/** A server that asks for a key is ours; one whose certificate nobody trusts yet may be. */
const probe = async (server: string): Promise<'teamlore' | 'something' | 'nothing'> => {
  try {
    await createClient({ baseUrl: server, timeoutMs: PROBE_MS }).me()
    return 'teamlore'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'access.unauthenticated') return 'teamlore'
    if (codesOf(error).some(isAboutCertificate)) return 'teamlore'
    return error.status === 0 ? 'nothing' : 'something'
  }
}

const notTeamlore = (error: ApiError, server: string): CliError =>
  new CliError({
    code: 'cli.no_teamlore',
    message: `Something answers, but ${server} is no Teamlore server.`,
    hint: 'Check host and port; the server prints its address when it starts: "Teamlore is ready at …".',
    cause: error,
  })

const portOf = (server: string): string => {
  const { port, protocol } = new URL(server)
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port
}

const isAboutCertificate = (code: string): boolean => /CERT|SIGNATURE/.test(code)

/** What the system said, however deep it lies. */
const codesOf = (error: unknown): string[] => {
  const codes: string[] = []
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string') codes.push(code)
    if (at instanceof AggregateError) codes.push(...at.errors.flatMap(codesOf))
    at = at.cause
  }
  return codes
}
