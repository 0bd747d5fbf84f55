type Headers = Record<string, string>

const asked = async (
  url: string,
  { method, body, headers }: { method: string; body?: unknown; headers: Headers },
): Promise<Response> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers: { ...type, ...headers }, ...sent })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}

/** Asks a server with a key. */
export const callerOf =
  (url: string, key: string) =>
  async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${key}` }
    return (await (await asked(url + path, { method, body, headers })).json()) as T
  }

/** Founds another team as its owner does, in a browser. @returns a key of the owner in it. */
export const foundTeam = async (url: string, ownerKey: string, name: string): Promise<string> => {
  const link = await callerOf(url, ownerKey)<{ url: string }>('POST', '/v1/sign-in-links', {})
  const token = link.url.split(/[#?/=]/).at(-1)
  const browser: Headers = { origin: url }
  const post = (path: string, body: unknown) =>
    asked(url + path, { method: 'POST', body, headers: browser })
  const signedIn = await post('/v1/sign-in', { token })
  browser['cookie'] = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { id } = (await (await post('/v1/teams', { name })).json()) as { id: string }
  await post('/v1/me/team', { team: id })
  const { key } = (await (await post('/v1/keys', { name: 'agent' })).json()) as { key: string }
  return key
}
