import {
  askAddress,
  connect,
  LOOPBACK,
  type OAuthDoors,
  type Person,
  type Tokens,
} from '../oauth-world.ts'

/** What a client holds of somebody, at every step at which it can hold it. */
export type Held = Tokens & {
  client_id: string
  /** It was answered, and has not traded the code in yet. */
  waiting: Record<string, string>
  /** A client without a browser, whose code its person confirmed. */
  device: Record<string, string>
  /** A page of consent that is open in the browser. */
  page: string
}

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'

const waitingOf = async (
  home: OAuthDoors,
  person: Person,
  client_id: string,
): Promise<Record<string, string>> => {
  const { address, verifier } = askAddress(home, client_id)
  const to = await person.answer(await person.open(address))
  return {
    grant_type: 'authorization_code',
    client_id,
    code: to.searchParams.get('code') ?? '',
    redirect_uri: LOOPBACK,
    code_verifier: verifier,
  }
}

const deviceOf = async (
  home: OAuthDoors,
  person: Person,
  team: string,
): Promise<Record<string, string>> => {
  const { client_id } = await home.register({
    redirect_uris: [],
    grant_types: [DEVICE, 'refresh_token'],
  })
  const begun = await fetch(`${home.url}/v1/device/code`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, resource: home.mcp }),
  })
  const { device_code = '', user_code } = (await begun.json()) as Record<string, string>
  const answered = await person.ask('POST', '/v1/device/answer', { user_code, allow: true, team })
  if (answered.status !== 204) throw new Error(`${answered.status} ${await answered.text()}`)
  return { grant_type: DEVICE, client_id, device_code }
}

/** All of it, of one person in one team. */
export const heldOf = async (home: OAuthDoors, person: Person, team: string): Promise<Held> => {
  const held = await connect(home, person)
  const { client_id } = await home.register()
  return {
    ...held,
    waiting: await waitingOf(home, person, client_id),
    device: await deviceOf(home, person, team),
    page: await person.open(askAddress(home, (await home.register()).client_id).address),
  }
}

const call = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
/** One of each that the door of /mcp takes. */
export const CALLS = [
  call('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a client', version: '1' },
  }),
  call('tools/list'),
  call('tools/call', { name: 'lore_search', arguments: { query: 'engines' } }),
  call('tools/call', { name: 'lore_handover', arguments: { findings: [] } }),
  call('resources/read', { uri: 'lore://memory/mem_01' }),
  call('prompts/get', { name: 'brief', arguments: {} }),
]
