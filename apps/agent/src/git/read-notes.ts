import type { IngestCommit } from '@teamlore/shared/commits'
import { gitText, spawnGit } from './spawn-git.ts'

type Noted = IngestCommit['noted_sessions']

/** Where git-ai keeps who wrote what. */
const REF = 'refs/notes/ai'
const LARGEST_NOTE = 2_000_000

/** Sessions that git-ai noted with commits. Nothing where there are no notes. */
export const notedSessions = async (
  cwd: string,
  shas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, Noted>> => {
  const found = new Map<string, Noted>()
  const listed = await gitText(cwd, ['notes', `--ref=${REF}`, 'list'], { signal }).catch(() => '')
  if (listed === '') return found
  const wanted = new Set(shas)
  for (const line of listed.split('\n')) {
    const [note = '', sha = ''] = line.split(' ')
    if (!wanted.has(sha) || !/^[0-9a-f]{40,64}$/.test(note)) continue
    const noted = sessionsInNote(await noteText(cwd, note, signal))
    if (noted.length > 0) found.set(sha, noted)
  }
  return found
}

const noteText = async (cwd: string, note: string, signal: AbortSignal | undefined) => {
  let text = ''
  for await (const chunk of spawnGit(cwd, ['cat-file', 'blob', note], { signal })) {
    text += chunk.toString('utf8')
    if (text.length > LARGEST_NOTE) break
  }
  return text
}

/** The second part of an authorship note is JSON whose prompts name the tool and its session. */
export const sessionsInNote = (text: string): Noted => {
  const json = text.slice(text.search(/^---$/m) + 4)
  try {
    const { prompts = {}, sessions = {} } = JSON.parse(json) as Record<
      string,
      Record<string, unknown>
    >
    const noted = [...Object.values(prompts), ...Object.values(sessions)].flatMap((one): Noted => {
      const agent = (one as { agent_id?: { tool?: unknown; id?: unknown } } | null)?.agent_id
      return typeof agent?.tool === 'string' && typeof agent.id === 'string'
        ? [{ tool: agent.tool.slice(0, 100), native_id: agent.id.slice(0, 300), by: 'git-ai' }]
        : []
    })
    return [...new Map(noted.map((one) => [one.native_id, one])).values()].slice(0, 100)
  } catch {
    return []
  }
}
