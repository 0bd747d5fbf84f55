import type { HostApp } from '@teamlore/shared/code-hosts'
import type { OutboundFetch } from '@teamlore/shared/outbound'
import type { z } from 'zod'
import { hostErrorOf, refusalOf } from './gitlab-errors.ts'

type Query = Record<string, string | number | boolean>
type Asked = { query?: Query; body?: object }

/** `GET /projects/7`, below the address of the interface. Its answer is read by whoever asks. */
export type Ask = (route: string, asked?: Asked) => Promise<unknown>

const urlOf = (apiUrl: string, path: string, query: Query = {}): string => {
  const url = new URL(`${apiUrl}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value))
  return url.href
}

/** Asks a GitLab as the account that a token is of. */
export const createAsking =
  (fetch: OutboundFetch) =>
  ({ apiUrl, privateKey }: Pick<HostApp, 'apiUrl' | 'privateKey'>): Ask =>
  async (route, { query, body } = {}) => {
    const [method = 'GET', path = ''] = route.split(' ')
    try {
      const response = await fetch(urlOf(apiUrl, path, query), {
        method,
        headers: {
          'private-token': privateKey,
          'user-agent': 'teamlore',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status >= 300) throw refusalOf(response)
      return text === '' ? undefined : JSON.parse(text)
    } catch (error) {
      throw hostErrorOf(error, new URL(apiUrl).origin)
    }
  }

const PER_PAGE = 100

/** All pages of a list, each read by `schema`, until one is not full or `most` are there. */
export const allPages = async <T>(
  ask: Ask,
  route: string,
  { schema, most, query = {} }: { schema: z.ZodType<T[]>; most: number; query?: Query },
): Promise<T[]> => {
  const found: T[] = []
  for (let page = 1; found.length < most; page += 1) {
    const items = schema.parse(await ask(route, { query: { ...query, per_page: PER_PAGE, page } }))
    found.push(...items)
    if (items.length < PER_PAGE) break
  }
  return found.slice(0, most)
}
