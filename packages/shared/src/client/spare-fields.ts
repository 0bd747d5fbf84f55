import { z } from 'zod'
import { ApiError } from './api-error.ts'

const refusalSchema = z.object({
  issues: z.array(z.object({ path: z.string(), message: z.string() })).min(1),
})

/** `body.files.0` and a message that names `words` → `files.words`. */
const namesIn = ({ path, message }: { path: string; message: string }): string[] => {
  const [, list] = /^there is no field ((?:"[^"]+"(?:, )?)+) here/.exec(message) ?? []
  if (list === undefined) return []
  const folders = path
    .split('.')
    .filter((part) => !['body', 'query'].includes(part) && !/^\d+$/.test(part))
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => [...folders, name].join('.'))
}

/** Whether a server refused a request for fields that it can do without, and for nothing else: it is older than this client. */
const refusesSpare = (error: unknown, spare: readonly string[]): boolean => {
  if (!(error instanceof ApiError) || error.code !== 'request.invalid') return false
  const { data } = refusalSchema.safeParse(error.details)
  return (data?.issues ?? [{ path: '', message: '' }]).every((issue) => {
    const names = namesIn(issue)
    return names.length > 0 && names.every((name) => spare.includes(name))
  })
}

/** `files.words`: without the field `words` of each of `files`. */
const withoutField = (value: unknown, [name = '', ...rest]: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((one) => withoutField(one, [name, ...rest]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (key !== name) return [[key, one]]
      return rest.length === 0 ? [] : [[key, withoutField(one, rest)]]
    }),
  )
}

/** Asks, and where an older server refuses a field that it can do without, once more without those. */
export const withSpare = <Sent>(
  spare: readonly string[],
  sent: Sent,
  ask: (sent: Sent) => Promise<unknown>,
): Promise<unknown> =>
  ask(sent).catch((error: unknown) => {
    if (!refusesSpare(error, spare)) throw error
    return ask(
      spare.reduce<unknown>((left, field) => withoutField(left, field.split('.')), sent) as Sent,
    )
  })
