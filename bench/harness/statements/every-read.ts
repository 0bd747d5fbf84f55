import { ROUTES, type RouteOf, rowsOf } from '@teamlore/shared'
import type { z } from 'zod'
import { lineOf, REMOTE, WORD } from './made-up-work.ts'
import type { Scene } from './scene.ts'

/** Tables by the first word of an address, with the row that has most to it first. */
const LARGEST: Record<string, [table: string, order: string]> = {
  sessions: ['sessions', 'message_count desc, id'],
  messages: ['messages', 'ordinal desc, id'],
  observations: ['observations', 'id'],
  summaries: ['summaries', 'id'],
  memories: ['memories', 'id'],
  'memory-files': ['memory_files', 'id'],
  commits: ['commits', 'id'],
  projects: ['projects', 'id'],
}

/** What a question is asked with, beside what it needs. */
const ASKED: Record<string, readonly string[]> = {
  q: [WORD, `why does the ${WORD} lose a batch`, `project:statements ${WORD}`, 'concept:lease'],
  query: [WORD],
  text: [WORD],
  title: [WORD],
  prefix: [WORD.slice(0, 4)],
  concept: [WORD],
  project: [REMOTE],
  file: ['src/stage-3.ts'],
  path: ['src/stage-3.ts'],
  author: ['Bench'],
  tool: ['claude-code'],
  group: ['session'],
  scope: ['knowledge', 'all'],
  kind: ['human', 'decision'],
  type: ['decision'],
  status: ['active', 'draft'],
  limit: ['100'],
  all: ['true'],
  linked: ['true'],
  days: ['90'],
  at: ['2026-03-02'],
  sort: ['oldest'],
}

const fieldsOf = (row: RouteOf): [string, z.ZodType][] =>
  Object.entries((row.query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {})

const isRequired = (type: z.ZodType): boolean => !type.safeParse(undefined).success

const READS = rowsOf(ROUTES)
  .map(({ row }) => row)
  .filter(({ method, needs, wire }) => method === 'GET' && needs !== 'nobody' && wire !== 'stream')

/** An address by itself and with each field that it may be asked with. */
const questionsOf = (row: RouteOf, ids: ReadonlyMap<string, string>): string[] | undefined => {
  const noun = row.path.split('/')[2] ?? ''
  const id = ids.get(noun)
  if (row.path.includes(':book') || (row.path.includes(':id') && id === undefined)) return undefined
  const path = row.path.replace(':id', id ?? '')
  const fields = fieldsOf(row)
  const valuesOf = (name: string): readonly string[] =>
    name === 'ids' ? [[...ids.values()].join(',')] : (ASKED[name] ?? [])
  const needed = fields.filter(([, type]) => isRequired(type))
  if (needed.some(([name]) => valuesOf(name).length === 0)) return undefined
  const base = Object.fromEntries(needed.map(([name]) => [name, valuesOf(name)[0] ?? '']))
  const asked = fields.flatMap(([name, type]) =>
    valuesOf(name)
      .filter((value) => base[name] !== value && type.safeParse(value).success)
      .map((value) => ({ ...base, [name]: value })),
  )
  return [base, ...asked].map((query) => {
    const words = new URLSearchParams(query).toString()
    return words === '' ? path : `${path}?${words}`
  })
}

/** Every page reads by these: each is asked in each way there is. @returns addresses that could not be asked, or not in any way. */
export const askEverything = async (scene: Scene): Promise<string[]> => {
  const ids = new Map<string, string>()
  for (const [noun, [table, order]] of Object.entries(LARGEST)) {
    const [first] = await scene.idsOf(table, order)
    if (first !== undefined) ids.set(noun, first.id)
  }
  const left: string[] = []
  for (const row of READS) {
    let answered = false
    for (const url of questionsOf(row, ids) ?? [])
      await scene.recorder.during(`GET ${row.path}`, async () => {
        const { statusCode, body } = await scene.send('GET', url)
        if (statusCode >= 500) throw new Error(`GET ${url}: ${statusCode} ${body.slice(0, 300)}`)
        answered ||= statusCode < 400
      })
    if (!answered) left.push(row.path)
  }
  await scene.recorder.during('POST /v1/blame', () =>
    scene.send('POST', '/v1/blame', { lines: [lineOf('long-1'), lineOf('short1-0')] }),
  )
  return left
}
