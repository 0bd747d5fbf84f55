import type { ServerProcess } from '../server-process.ts'
import { piecesOf, questionOf, type Session } from './week-of-sessions.ts'

/** How long answers took, in milliseconds, by what was asked. */
export type Waits = Map<string, number[]>

export type Person = { key: string; fingerprint: string; name: string }

/** People who came in by an invitation, each with a key of their own. */
export const joinTeam = async (server: ServerProcess, count: number): Promise<Person[]> => {
  const people: Person[] = []
  for (let n = 0; n < count; n++) {
    const name = `Person ${n + 1}`
    const { url } = (await server.send('POST', '/v1/team/invitations', { role: 'member' })) as {
      url: string
    }
    const token = url.split(/[#?/=]/).at(-1)
    const key = await server.joinWith(String(token), name)
    people.push({ key, name, fingerprint: `${n}`.padStart(32, 'a') })
  }
  return people
}

/** Searches of an agent in one session; people work on most of what they get without asking again. */
const SEARCHES = 3

/** One session as it goes by: a brief when it begins, its messages as they come, a search where the person says something new. */
export const workThrough = async (
  server: ServerProcess,
  { key, name, fingerprint }: Person,
  session: Session,
  waits: Waits,
): Promise<{ messages: number }> => {
  const machine = { fingerprint, name: `machine of ${name}`, platform: 'linux', agent_version: '0' }
  const ask = (what: string, path: string) =>
    waited(waits, what, () => server.get(path, { authorization: `Bearer ${key}` }))
  const pieces = piecesOf(session)
  const first = questionOf(session.messages)
  await ask(
    'brief',
    `/v1/context?budget_tokens=1500${first ? `&q=${encodeURIComponent(first)}` : ''}`,
  )
  let searches = 0
  for (const piece of pieces) {
    await waited(waits, 'messages', () =>
      server.send(
        'POST',
        '/v1/ingest',
        { machine, sessions: [piece] },
        { authorization: `Bearer ${key}` },
      ),
    )
    const question = questionOf(piece.messages)
    if (question === undefined || searches === SEARCHES) continue
    searches++
    await ask('search', `/v1/search?q=${encodeURIComponent(question)}`)
  }
  return { messages: session.messages.length }
}

/** What somebody looks at in the morning. */
const PAGES = ['/v1/me', '/v1/sessions?limit=40', '/v1/memories/review', '/v1/prompts?limit=50']

export const lookAround = async (
  server: ServerProcess,
  { key }: Person,
  waits: Waits,
): Promise<void> => {
  for (const path of PAGES)
    await waited(waits, 'pages', () => server.get(path, { authorization: `Bearer ${key}` }))
}

const waited = async <T>(waits: Waits, what: string, ask: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const answer = await ask()
  waits.set(what, [...(waits.get(what) ?? []), performance.now() - began])
  return answer
}
