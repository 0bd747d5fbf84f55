import type { MemoryAnchorRow, MemoryRow, MemorySource, TeamRepositories } from '@teamlore/db'
import { digestToolCall } from '../sessions/tool-calls.ts'
import { createPathNames, filesReadByCommand } from '../text/file-paths.ts'

/** Messages before and after that count as around. A first look is near; a second one takes in the whole stretch of work. */
const SPANS = [12, 60] as const
const MAX_INHERITED = 5
/** An edit says more than a look. */
const READ_IS_FARTHER = 6

/** Those of a memory whose place another takes. */
export const anchorsFrom = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  { id }: Pick<MemoryRow, 'id'>,
): Promise<MemoryAnchorRow[]> =>
  (await memories.anchorsOf([id])).map(({ memory_id: _, ...anchor }) => anchor)

type Repositories = Pick<TeamRepositories, 'memorySources' | 'sessions' | 'distillation'>

/** The files that a session edited and read around a message, nearest first: what a memory without a path is about. */
export const inheritAnchors = async (
  repos: Repositories,
  source: Pick<MemorySource, 'session_id' | 'ordinal'>,
): Promise<MemoryAnchorRow[]> => {
  const session = await repos.sessions.findById(source.session_id)
  if (session === undefined) return []
  const roots = await repos.distillation.rootPaths(session)
  const names = createPathNames({ rootPath: roots[0] ?? null, cwd: session.cwd })
  for (const span of SPANS) {
    const found = await filesNear(repos, source, { span, names })
    if (found.length > 0) return found.map(anchorOf)
  }
  return []
}

const filesNear = async (
  { memorySources }: Repositories,
  source: Pick<MemorySource, 'session_id' | 'ordinal'>,
  { span, names }: { span: number; names: ReturnType<typeof createPathNames> },
): Promise<string[]> => {
  const { edits, calls } = await memorySources.workNear(source, span)
  const distances = new Map<string, number>()
  const note = (raw: string, cwd: string | null, distance: number) => {
    const path = names(raw, cwd)
    if (path === undefined || !isOfProject(path)) return
    distances.set(path, Math.min(distance, distances.get(path) ?? Number.POSITIVE_INFINITY))
  }
  for (const { path, ordinal } of edits) note(path, null, Math.abs(ordinal - source.ordinal))
  for (const { block, ordinal, cwd } of calls) {
    const call = digestToolCall(block)
    const far = Math.abs(ordinal - source.ordinal) + READ_IS_FARTHER
    if (call.role === 'read' && call.path !== null) note(call.path, cwd, far)
    for (const path of filesReadByCommand(call.command ?? '')) note(path, cwd, far)
  }
  return [...distances]
    .sort(([a, near], [b, far]) => near - far || (a < b ? -1 : 1))
    .slice(0, MAX_INHERITED)
    .map(([path]) => path)
}

/** Within the project, and something that people keep there. */
const isOfProject = (path: string): boolean =>
  !/^(?:\/|[a-z]:|~|\.\.)/i.test(path) &&
  !/(?:^|\/)(?:node_modules|\.git|dist|build|target)\//.test(path)

const anchorOf = (path: string): MemoryAnchorRow => ({
  path: path.slice(0, 500),
  symbol: null,
  start_line: null,
  end_line: null,
  content_hash: null,
  state: 'unknown',
  is_inherited: true,
})
