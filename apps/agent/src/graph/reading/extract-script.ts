import type { FoundImport } from './graph.types.ts'

type Oxc = typeof import('oxc-parser')
type Span = { start: number; end: number }

const REQUIRES = /\brequire\(\s*(['"])([^'"\n]+)\1\s*\)/g
const IMPORT_TYPES = /\bimport\(\s*(['"])([^'"\n]+)\1\s*[),]/g
/** `/// <reference path="…" />`, which counts above all code only. */
const REFERENCES = /^\/\/\/\s*<reference\s+path\s*=\s*(['"])([^'"\n]+)\1/gm

const isTypeOnly = (entries: readonly { isType: boolean }[]): boolean =>
  entries.length > 0 && entries.every(({ isType }) => isType)

type Found = { index: number; spec: string }

/** Where a text has this outside of its comments. */
const outsideComments = (
  text: string,
  pattern: RegExp,
  comments: () => readonly Span[],
): Found[] => {
  const found = [...text.matchAll(pattern)].map(({ index, 2: spec = '' }) => ({ index, spec }))
  const inside = found.length === 0 ? [] : comments()
  return found.filter(
    ({ index }) => !inside.some(({ start, end }) => start <= index && index < end),
  )
}

const requiresIn = (text: string, comments: () => readonly Span[]): FoundImport[] =>
  text.includes('require(')
    ? outsideComments(text, REQUIRES, comments).map(({ spec }) => ({ spec, kind: 'require' }))
    : []

/** `import('../x.ts').Shape` as a type, which is in no list of the parser; and references of declarations. */
const typesIn = (
  text: string,
  comments: () => readonly Span[],
  dynamics: readonly Span[],
): FoundImport[] => {
  const isDynamic = ({ index }: Found) =>
    dynamics.some(({ start, end }) => start <= index && index < end)
  const imported = text.includes('import(')
    ? outsideComments(text, IMPORT_TYPES, comments).filter((found) => !isDynamic(found))
    : []
  const referred = text.startsWith('///') || text.includes('\n///') ? referencesIn(text) : []
  return [...imported.map(({ spec }) => spec), ...referred].map((spec) => ({ spec, kind: 'type' }))
}

const referencesIn = (text: string): string[] =>
  [...text.matchAll(REFERENCES)].map(({ 2: path = '' }) =>
    /^\.{0,2}\//.test(path) ? path : `./${path}`,
  )

/** What a JavaScript or TypeScript file imports, in every way there is. Only the list of modules is asked of the parser. */
export const importsOfScript = (oxc: Oxc, path: string, text: string): FoundImport[] => {
  const result = oxc.parseSync(path, text)
  const { staticImports, staticExports, dynamicImports } = result.module
  const statics = staticImports.map(
    ({ moduleRequest, entries }): FoundImport => ({
      spec: moduleRequest.value,
      kind: isTypeOnly(entries) ? 'type' : 'static',
    }),
  )
  const reexports = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }): FoundImport[] =>
      moduleRequest === null
        ? []
        : [{ spec: moduleRequest.value, kind: isType ? 'type' : 'reexport' }],
    ),
  )
  const dynamics = dynamicImports.flatMap(({ moduleRequest }): FoundImport[] => {
    const spec = /^(['"`])([^'"`$]+)\1$/.exec(
      text.slice(moduleRequest.start, moduleRequest.end).trim(),
    )?.[2]
    return spec === undefined ? [] : [{ spec, kind: 'dynamic' }]
  })
  const comments = () => result.comments
  const types = /\.[cm]?tsx?$/.test(path) ? typesIn(text, comments, dynamicImports) : []
  return [...statics, ...reexports, ...dynamics, ...requiresIn(text, comments), ...types]
}
