/** A person's browser, as far as letting a client in needs one: it keeps cookies, and follows by hand. */
export const openPersonAtBrowser = async (url: string, key: string) => {
  const cookies = new Map<string, string>()
  const go = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin: url, cookie, 'content-type': 'application/json' }
    const response = await fetch(address, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    if (response.status >= 400) throw new Error(`${response.status}: ${await response.text()}`)
    return response
  }
  const post = (path: string, body: object) =>
    go(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })

  const link = await fetch(`${url}/v1/sign-in-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { url: linked } = (await link.json()) as { url: string }
  await post('/v1/sign-in', { token: new URL(linked).searchParams.get('token') })

  return {
    /** Opens the address that a client shows, allows what it asks for, and goes where that leads. */
    letIn: async (address: string): Promise<void> => {
      const consent = (await go(address)).headers.get('location') ?? ''
      const id = consent.slice(consent.lastIndexOf('/') + 1)
      const shown = await (await go(`${url}/v1/consent/${id}`)).json()
      const { team } = shown as { team: { id: string } }
      const answered = await post(`/v1/consent/${id}`, { allow: true, team: team.id })
      const resumed = await go(((await answered.json()) as { url: string }).url)
      await fetch(resumed.headers.get('location') ?? '')
    },
  }
}
