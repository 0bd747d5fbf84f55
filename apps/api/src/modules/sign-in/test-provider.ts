import type { SignInProvider } from '@teamlore/core'
import { AddressRefused, type OutboundFetch } from '@teamlore/shared/outbound'
import type { ProviderTest } from '@teamlore/shared/sign-in'
import { isGitHub, issuerOf } from './provider-addresses.ts'
import {
  bad,
  type Finding,
  good,
  type ProviderClient,
  ProviderSettingError,
} from './provider-client.ts'

type Tools = {
  callbackUrl: string
  clientOf: (provider: SignInProvider) => Promise<ProviderClient>
  fetch: OutboundFetch
}

/** Looks at what the provider says of itself, whether it knows the client, and whether it would send browsers back here. */
export const testProvider = async (
  provider: SignInProvider,
  { callbackUrl, clientOf, fetch }: Tools,
): Promise<ProviderTest> => {
  const found = await lookUp(provider, clientOf)
  const findings = [found.finding]
  if (found.client !== undefined) {
    findings.push(...found.client.findings)
    findings.push(await knowsClient(found.client, callbackUrl))
    findings.push(await sendsBack(found.client, callbackUrl, fetch))
  }
  return { ok: findings.every(({ ok }) => ok), findings }
}

type Found = { finding: Finding; client: ProviderClient | undefined }

const lookUp = async (provider: SignInProvider, clientOf: Tools['clientOf']): Promise<Found> => {
  const issuer = issuerOf(provider)
  try {
    const client = await clientOf(provider)
    const text = isGitHub(provider)
      ? `${issuer} is used with the addresses that GitHub documents.`
      : `${issuer} names its addresses.`
    return { finding: good(text), client }
  } catch (error) {
    return { finding: bad(explain(error, issuer)), client: undefined }
  }
}

const explain = (error: unknown, issuer: string): string => {
  if (error instanceof ProviderSettingError) return error.message
  const refused = refusalOf(error)
  if (refused !== undefined) return refused
  const codes = [...causesOf(error)].map(codeIn)
  const says = (code: string) => codes.includes(code)
  if (says('ENOTFOUND') || says('EAI_AGAIN'))
    return `The host of ${issuer} cannot be found. Check the address, and that this server may ask the name service.`
  if (says('ECONNREFUSED')) return `Nothing answers at ${issuer}. Check the address and the port.`
  if (says('OAUTH_TIMEOUT') || says('UND_ERR_CONNECT_TIMEOUT'))
    return `${issuer} did not answer within ten seconds. Check that this server may reach it.`
  if (codes.some((code) => /CERT|TLS|SSL/.test(code)))
    return `The certificate of ${issuer} is not trusted. Give this process its authority with NODE_EXTRA_CA_CERTS.`
  if (says('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'))
    return `${issuer} calls itself by another name. Enter the issuer exactly as its \`.well-known/openid-configuration\` has it.`
  return `${issuer}/.well-known/openid-configuration is no description of an OpenID provider. Check the issuer.`
}

function* causesOf(error: unknown): Generator<Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) yield at
}

const codeIn = (error: Error): string => String((error as { code?: unknown }).code ?? '')

/** Why the server connected to nothing, where it is the address. */
const refusalOf = (error: unknown): string | undefined =>
  [...causesOf(error)].find((cause) => cause instanceof AddressRefused)?.message

/** Errors that providers give for a code they do not know, from a client that they know. */
const CODE_UNKNOWN = ['invalid_grant', 'bad_verification_code']
const CLIENT_UNKNOWN = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials']

/** A code that is none: the client is asked for first, so the complaint says whether it is known. */
const knowsClient = async (client: ProviderClient, callbackUrl: string): Promise<Finding> => {
  try {
    const said = await client.tryCode(callbackUrl)
    if (typeof said === 'object')
      return bad('It took a code that it never gave. Do not use this provider.')
    const code = plain(said)
    if (CODE_UNKNOWN.includes(code))
      return good('It knows the client id, and the client secret is right.')
    if (CLIENT_UNKNOWN.includes(code))
      return bad('It does not know this client: the client id or the client secret is wrong.')
    if (code === 'redirect_uri_mismatch') return notRegistered(callbackUrl)
    return saysNothing(code)
  } catch (error) {
    return bad(refusalOf(error) ?? saysNothing('').text)
  }
}

const saysNothing = (code: string): Finding =>
  bad(`Its token address answered in a way that says nothing${code ? ` (${code})` : ''}.`)

/** A word of a provider, fit to be shown. */
const plain = (text: string): string => text.replaceAll(/[^\w.-]/g, '').slice(0, 60)

const notRegistered = (callbackUrl: string): Finding =>
  bad(
    `It will not send browsers back here. Enter this callback address there, letter by letter: ${callbackUrl}`,
  )

const sendsBack = async (
  client: ProviderClient,
  callbackUrl: string,
  fetch: OutboundFetch,
): Promise<Finding> => {
  try {
    const signal = AbortSignal.timeout(10_000)
    const { url } = await client.begin(callbackUrl)
    const { status, body } = await fetch(url, { signal })
    await body?.cancel()
    return status < 400
      ? good(`It shows its sign-in page for the callback address ${callbackUrl}.`)
      : notRegistered(callbackUrl)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused !== undefined) return bad(refused)
    return bad('Its sign-in page cannot be reached from this server; browsers may still reach it.')
  }
}
