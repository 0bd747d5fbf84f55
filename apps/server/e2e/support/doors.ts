import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES, type RouteOf, rowsOf } from '@teamlore/shared'
import { connectMcp, textOf } from '../../../api/src/testing/mcp-client.ts'
import type { createLore } from './lore.ts'
import type { Page } from './sign-in-environment.ts'

/** What is looked for: a word that stands in it beside the one that gives it away, and all of its ids. */
export type Sought = { word: string; path: string; ids: Record<string, string> }

/** All that somebody is answered, by the door they came to. */
export type Answers = Map<string, string>

type Lore = ReturnType<typeof createLore>

const READS = rowsOf(ROUTES)
  .map(({ row }) => row)
  .filter(({ method, needs, wire }) => method === 'GET' && needs !== 'nobody' && wire !== 'stream')

const questionsOf = ({ word, path, ids }: Sought): Record<string, string> => ({
  '/v1/search': `?q=${word}`,
  '/v1/search/sessions': `?q=${word}`,
  '/v1/search/complete': `?q=${word.slice(0, 5)}`,
  '/v1/timeline': `?q=${word}`,
  '/v1/prompts': `?q=${word}`,
  '/v1/records': `?ids=${Object.values(ids).join(',')}`,
  '/v1/links': `?session=${ids['session']}`,
  '/v1/context': `?q=${word}&files=${path}`,
})

const addressOf = (row: RouteOf, sought: Sought): string => {
  const id = sought.ids[row.about ?? 'session'] ?? sought.ids['session'] ?? ''
  return `${row.path.replace(':id', id)}${questionsOf(sought)[row.path] ?? ''}`
}

/** Every route that reads, asked for it by its ids and its words. */
export const throughRest = async (url: string, key: string, sought: Sought): Promise<Answers> => {
  const answers: Answers = new Map()
  const headers = { authorization: `Bearer ${key}` }
  for (const row of READS) {
    const address = addressOf(row, sought)
    answers.set(`GET ${address}`, await (await fetch(`${url}${address}`, { headers })).text())
  }
  return answers
}

const toolsOf = ({ word, path, ids }: Sought): [tool: string, args: Record<string, unknown>][] => [
  ['lore_search', { query: word }],
  ['lore_get', { ids: Object.values(ids), around: 5 }],
  ['lore_timeline', { query: word }],
  ['lore_timeline', { around: ids['message'] }],
  ['lore_context', {}],
  ['lore_list_sessions', { query: word }],
  ['lore_list_sessions', {}],
  ['lore_get_session', { id: ids['session'] }],
  ['lore_get_session', { id: ids['session'], view: 'transcript' }],
  ['lore_get_linked_sessions', { commit: '0123456789abcdef' }],
  ['lore_why', { paths: [path] }],
  ['lore_changes', { from: '2020-01-01' }],
  ['lore_blame', { path, lines: [word] }],
]

/** Every tool that reads, by the official client. */
export const throughMcp = async (url: string, key: string, sought: Sought): Promise<Answers> => {
  const client = await connectMcp(`${url}/mcp`, { key })
  try {
    const { tools } = await client.listTools()
    const asked = toolsOf(sought)
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true)
    const missed = reading.filter(({ name }) => !asked.some(([tool]) => tool === name))
    if (missed.length > 0) throw new Error(`Not asked: ${missed.map(({ name }) => name).join()}`)
    const answers: Answers = new Map()
    for (const [name, args] of asked) {
      const result = await client.callTool({ name, arguments: args })
      const said = `${textOf(result)} ${JSON.stringify(result.structuredContent ?? {})}`
      answers.set(`${name} ${JSON.stringify(args)}`, said)
    }
    return answers
  } finally {
    await client.close()
  }
}

/** Commands that find, show and write it, and the files they wrote. */
export const throughCommands = async (lore: Lore, sought: Sought): Promise<Answers> => {
  const { word, path, ids } = sought
  const { session = '', message = '', project = '' } = ids
  const out = join(lore.folder, 'exported')
  mkdirSync(out, { recursive: true })
  const answers: Answers = new Map()
  for (const words of [
    ['search', word],
    ['search', word, '--sessions'],
    ['sessions'],
    ['show', session],
    ['show', message],
    ['timeline', '--query', word],
    ['context', '--project', project],
    ['concepts', '--all'],
    ['memories'],
    ['drafts'],
    ['insights'],
    ['projects'],
    ['projects', 'show', project],
    ['share', session, '--dry-run'],
    ['why', path],
    ['export', session],
    ['export', '--project', project, '--out', out],
  ])
    answers.set(`lore ${words.join(' ')}`, (await lore.run(...words)).output)
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.md')) answers.set(file, readFileSync(join(out, file), 'utf8'))
  return answers
}

/** Pages of the dashboard as they are drawn, in the browser of somebody who is signed in. */
export const throughPages = async (page: Page, url: string, sought: Sought): Promise<Answers> => {
  const { word, path, ids } = sought
  const answers: Answers = new Map()
  for (const address of [
    '/',
    '/sessions',
    `/search?q=${word}`,
    `/sessions/${ids['session']}`,
    '/prompts',
    '/memories',
    '/insights',
    '/capture',
    '/health',
    `/timeline?q=${word}`,
    `/code?project=${ids['project']}&path=${path}`,
    '/settings/projects',
  ]) {
    await page.goto(`${url}${address}`, { waitUntil: 'networkidle' })
    await page.locator('main h1').first().waitFor({ state: 'attached' })
    // A busy machine is quiet for longer than "networkidle" waits before a page asks for its data.
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    answers.set(`page ${address}`, await page.content())
  }
  return answers
}

/** What a live stream says from now on. */
export const listenTo = async (url: string, key: string) => {
  const abort = new AbortController()
  const answer = await fetch(`${url}/v1/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: abort.signal,
  })
  let heard = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) heard += decoder.decode(chunk, { stream: true })
  })().catch(() => undefined)
  return {
    heard: () => heard,
    end: async () => {
      abort.abort()
      await reading
    },
  }
}
