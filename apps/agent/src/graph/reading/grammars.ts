import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Language, Parser, Query, Tree } from 'web-tree-sitter'

/** What of a file's tree is an import. Each is one query over the nodes of imports alone. */
const QUERIES: Record<string, string> = {
  python: `
    (import_statement) @import
    (import_from_statement) @import`,
  go: '(import_spec path: (_) @spec) (package_clause (package_identifier) @package)',
  rust: `
    (mod_item name: (identifier) @mod !body)
    (use_declaration argument: (_) @use)`,
  java: `
    (package_declaration) @package
    (import_declaration) @import
    (program [(class_declaration name: (identifier) @name) (interface_declaration name: (identifier) @name)
      (enum_declaration name: (identifier) @name) (record_declaration name: (identifier) @name)])`,
  cpp: '(preproc_include path: (_) @spec)',
  typescript: SCRIPT(),
  tsx: SCRIPT(),
  javascript: SCRIPT(),
}

/** Where the fast parser is not installed. */
function SCRIPT(): string {
  return `
    (import_statement source: (string) @spec)
    (export_statement source: (string) @reexport)
    (call_expression function: (import) arguments: (arguments . (string) @dynamic))
    (call_expression function: (identifier) @_require arguments: (arguments . (string) @require)
      (#eq? @_require "require"))`
}

export type Captured = { name: string; text: string }
type Opened = { parser: Parser; query: Query }

/** Grammars as WebAssembly, each loaded when a file of its language comes. */
export const createGrammars = (folder: string) => {
  const opened = new Map<string, Promise<Opened | null>>()
  let module: Promise<typeof import('web-tree-sitter')> | undefined
  const start = async () => {
    const loaded = await import('web-tree-sitter')
    await loaded.Parser.init({ locateFile: () => join(folder, 'web-tree-sitter.wasm') })
    return loaded
  }
  const open = async (language: string): Promise<Opened | null> => {
    const file = join(folder, `tree-sitter-${language}.wasm`)
    const source = QUERIES[language]
    if (source === undefined || !existsSync(file)) return null
    module ??= start()
    const { Language: languages, Parser: Parsers, Query: Queries } = await module
    const grammar: Language = await languages.load(file)
    const parser = new Parsers()
    parser.setLanguage(grammar)
    return { parser, query: new Queries(grammar, source) }
  }
  /** Null where there is no grammar for the language. */
  return async (language: string, text: string): Promise<Captured[] | null> => {
    const known = opened.get(language) ?? open(language)
    opened.set(language, known)
    const grammar = await known
    if (grammar === null) return null
    const tree: Tree | null = grammar.parser.parse(text)
    if (tree === null) return []
    try {
      return grammar.query
        .captures(tree.rootNode)
        .map(({ name, node }) => ({ name, text: node.text }))
    } finally {
      // It lies in the module's memory, which nobody else frees.
      tree.delete()
    }
  }
}
