import type { CodeEdge, FileFacts, FoundImport } from '../reading/graph.types.ts'
import { isScript, languageOf } from '../reading/languages.ts'
import { createGoResolver } from './go.ts'
import { createHeaderResolver } from './headers.ts'
import { createJvmResolver } from './jvm.ts'
import { createPythonResolver } from './python.ts'
import { nameOf, type Repository, type Resolve, type Resolved } from './repository.ts'
import { createRustResolver } from './rust.ts'
import { createScriptResolver } from './scripts.ts'

/** Whose texts resolving asks for. */
export const isConfiguration = (path: string): boolean =>
  /^(?:package\.json|[tj]sconfig(?:\.[\w-]+)*\.json|go\.mod|Cargo\.toml)$/.test(nameOf(path))

const MAKERS: Record<string, (repository: Repository) => Resolve> = {
  python: createPythonResolver,
  go: createGoResolver,
  rust: createRustResolver,
  java: createJvmResolver,
  kotlin: createJvmResolver,
  cpp: createHeaderResolver,
}

export type ResolvedImports = { edges: CodeEdge[]; unresolved: number }

/** Turns what files name in their imports into the files that are meant. Only files of the repository are. */
export const createImportResolver = (
  repository: Repository,
): ((path: string, facts: FileFacts) => ResolvedImports) => {
  const made = new Map<string, Resolve>()
  const resolverFor = (language: string): Resolve => {
    const kind = isScript(language) ? 'script' : language
    const known = made.get(kind)
    if (known !== undefined) return known
    const resolve = (MAKERS[kind] ?? createScriptResolver)(repository)
    made.set(kind, resolve)
    return resolve
  }
  return (path, facts) => {
    const language = languageOf(path)
    if (language === undefined) return { edges: [], unresolved: 0 }
    const resolve = resolverFor(language)
    const resolved = facts.imports.map((found) => ({ found, to: resolve(path, found) }))
    return {
      edges: edgesOf(path, resolved),
      unresolved: resolved.filter(({ to }) => to === 'missing').length,
    }
  }
}

/** Once for each file: an import that runs says more than one for its types. */
const edgesOf = (
  path: string,
  resolved: readonly { found: FoundImport; to: Resolved }[],
): CodeEdge[] => {
  const edges = new Map<string, CodeEdge>()
  const all = resolved.flatMap(({ found: { kind }, to }) =>
    typeof to === 'string' ? [] : to.map((one) => ({ to: one, kind })),
  )
  for (const edge of all) {
    const isCode = edge.to !== path && languageOf(edge.to) !== undefined
    const before = edges.get(edge.to)
    if (isCode && (before === undefined || before.kind === 'type')) edges.set(edge.to, edge)
  }
  return [...edges.values()]
}
