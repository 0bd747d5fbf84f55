import type { z } from 'zod'
import type { Ask } from './app-client.ts'

const PER_PAGE = 100

/** All pages of a list, each read by `schema`, until one is not full or `most` are there. */
export const allPages = async <T>(
  ask: Ask,
  route: string,
  {
    schema,
    most,
    ...parameters
  }: { schema: z.ZodType<T[]>; most: number } & Record<string, unknown>,
): Promise<T[]> => {
  const found: T[] = []
  for (let page = 1; found.length < most; page += 1) {
    const { data } = await ask(route, { ...parameters, per_page: PER_PAGE, page })
    const items = schema.parse(data)
    found.push(...items)
    if (items.length < PER_PAGE) break
  }
  return found.slice(0, most)
}
