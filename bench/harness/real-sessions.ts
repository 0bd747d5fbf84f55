import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadSession, Source } from '@teamlore/sources/source'
import { createSources } from '@teamlore/sources/sources'

/** Earlier states of a session that is there in full, and files that are read twice. */
const REPEATED =
  /v1\.aider|v2\.aider|ba-5e23ccb05b|a8-54a7cb1c1f|8d-1ecb6dc628|c9-45f262e88d|9c-53780d06b7|#git-ai-project__git-ai__cursor|qwen\//
const SYNTHETIC = /fixture|synthetic/i
const LINKING = 'bench/linking/packmind/sessions'

/** `file` is where it lies in the shared folder. */
export type RealSession = { name: string; file: string; session: ReadSession }

const filesIn = (shared: string): { file: string; name: string }[] => {
  const manifest = readFileSync(join(shared, 'sessions/MANIFEST.tsv'), 'utf8')
  const listed = manifest
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter((columns) => {
      const note = columns[8] ?? ''
      return columns.length > 1 && (!SYNTHETIC.test(note) || /real|CLI versions/.test(note))
    })
    .map(([, file = '']) => ({ file: `sessions/${file}`, name: file }))
  const linking = readdirSync(join(shared, LINKING)).map((file) => ({
    file: `${LINKING}/${file}`,
    name: `bench-linking-packmind/${file}`,
  }))
  return [...listed, ...linking]
}

const nowhere = {
  home: join(tmpdir(), 'nobody'),
  variables: {},
  platform: 'linux' as const,
  cwd: tmpdir(),
}

/** What one source finds in a file; nothing where it is another tool's. */
async function* sessionsOf(
  source: Source,
  shared: string,
  { file, name }: { file: string; name: string },
): AsyncGenerator<RealSession> {
  let read = 0
  for await (const found of source.find(join(shared, file))) {
    if ('problem' in found) continue
    const outcome = await source.read([found])
    if (outcome.status !== 'session') continue
    const part = 'part' in found ? found.part : undefined
    const isWhole = read === 0 && part === undefined
    yield { name: isWhole ? name : `${name}#${part ?? read}`, file, session: outcome.session }
    read++
  }
}

const isConversation = ({ name, session: { messages } }: RealSession): boolean =>
  messages.some(({ kind }) => kind === 'human') &&
  messages.filter(({ kind }) => kind === 'assistant').length > 1 &&
  !REPEATED.test(name)

/** Sessions of people in the shared folder, each under the name that the labelled data has for it. */
export async function* realSessions(shared: string): AsyncGenerator<RealSession> {
  const sources = createSources(nowhere)
  for (const listed of filesIn(shared)) {
    for (const source of sources) {
      let read = 0
      for await (const one of sessionsOf(source, shared, listed)) {
        read++
        if (isConversation(one)) yield one
      }
      if (read > 0) break
    }
  }
}
