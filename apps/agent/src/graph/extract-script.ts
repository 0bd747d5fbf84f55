import type { FoundImport } from './graph.types.ts'

type Oxc = typeof import('oxc-parser')
type Span = { start: number; end: number }

const REQUIRES = /\brequire\(\s*(['"])([^'"\n]+)\1\s*\)/g

const isTypeOnly = (entries: readonly { isType: boolean }[]): boolean =>
  entries.length > 0 && entries.every(({ isType }) => isType)

const requiresIn = (text: string, comments: () => readonly Span[]): FoundImport[] => {
  if (!text.includes('require(')) return []
  const outside = comments()
  return [...text.matchAll(REQUIRES)].flatMap(({ index, 2: spec = '' }) =>
    outside.some(({ start, end }) => start <= index && index < end)
      ? []
      : [{ spec, kind: 'require' as const }],
  )
}

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
  return [...statics, ...reexports, ...dynamics, ...requiresIn(text, () => result.comments)]
}
