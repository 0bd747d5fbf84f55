export type ImportKind = 'static' | 'type' | 'dynamic' | 'reexport' | 'require' | 'include'

/** What a file names in an import, as it stands there. */
export type FoundImport = { spec: string; kind: ImportKind }

/** A definition in a file: where it stands, and what it says as a hash. */
export type FoundSymbol = { name: string; start: number; end: number; hash: string }

/** All that is known of one file by itself; where its imports lead depends on the others. */
export type FileFacts = {
  hash: string
  lines: number
  imports: FoundImport[]
  symbols: FoundSymbol[]
  /** Of the languages that import by package: the package, and what it declares at its top. */
  declares: { package: string; names: string[] } | null
}

export type CodeEdge = { to: string; kind: ImportKind }

export type CodeFile = Omit<FileFacts, 'imports' | 'declares'> & {
  path: string
  language: string
  imports: CodeEdge[]
  /** Imports of the repository's own files that led nowhere. */
  unresolved: number
}
