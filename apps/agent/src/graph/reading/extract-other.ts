import type { Captured } from './grammars.ts'
import type { FileFacts, FoundImport } from './graph.types.ts'

type Extracted = Pick<FileFacts, 'imports' | 'declares'>

const unquoted = (text: string): string => text.replace(/^["'`<]|["'`>]$/g, '')

const importing = (specs: readonly string[], kind: FoundImport['kind'] = 'static'): FoundImport[] =>
  specs.filter((spec) => spec !== '').map((spec) => ({ spec, kind }))

const named = (captured: readonly Captured[], name: string): string[] =>
  captured.filter((one) => one.name === name).map(({ text }) => text)

/** `import a.b, c as d` and `from ..x import y, z`: `a.b`, `c`; `..x.y`, `..x.z` (what follows may be no module). */
const ofPython = (statement: string): string[] => {
  const flat = statement
    .replace(/#[^\n]*/g, '')
    .replace(/[\\()\n]/g, ' ')
    .trim()
  const from = /^from\s+(\.*\s*[\w.]*)\s+import\s+(.*)$/s.exec(flat)
  const nameOf = (part: string): string => part.trim().split(/\s+/)[0] ?? ''
  if (from === null)
    return flat
      .replace(/^import\s+/, '')
      .split(',')
      .map(nameOf)
  const module = (from[1] ?? '').replace(/\s/g, '')
  const joint = module === '' || module.endsWith('.') ? '' : '.'
  return (from[2] ?? '').split(',').map((part) => {
    const name = nameOf(part)
    return name === '*' || name === '' ? module : `${module}${joint}${name}`
  })
}

/** `a::{b, c::{d, self}}` as its paths. */
export const usesOf = (use: string): string[] => {
  const text = use.replace(/\s+as\s+\w+/g, '').replace(/\s+/g, '')
  const open = text.indexOf('{')
  if (open < 0) return [text]
  const before = text.slice(0, open)
  const inside = text.slice(open + 1, text.lastIndexOf('}'))
  return splitTop(inside).flatMap((part) => usesOf(`${before}${part}`))
}

const splitTop = (text: string): string[] => {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at]
    if (sign === '{') depth++
    else if (sign === '}') depth--
    else if ((sign === ',' && depth === 0) || sign === undefined) {
      if (at > from) parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return parts
}

const ofJava = (captured: readonly Captured[]): Extracted => ({
  imports: importing(
    named(captured, 'import').map((text) =>
      text
        .replace(/^import\s+/, '')
        .replace(/^static\s+/, '')
        .replace(/[;\s]/g, ''),
    ),
  ),
  declares: {
    package: (named(captured, 'package')[0] ?? '').replace(/^package\s+/, '').replace(/[;\s]/g, ''),
    names: named(captured, 'name'),
  },
})

const ofScript = (captured: readonly Captured[]): Extracted => ({
  imports: [
    ...importing(named(captured, 'spec').map(unquoted)),
    ...importing(named(captured, 'reexport').map(unquoted), 'reexport'),
    ...importing(named(captured, 'dynamic').map(unquoted), 'dynamic'),
    ...importing(named(captured, 'require').map(unquoted), 'require'),
  ],
  declares: null,
})

/** What a file's captured nodes say, by its language. */
export const readCaptured = (language: string, captured: readonly Captured[]): Extracted => {
  switch (language) {
    case 'python':
      return {
        imports: importing(named(captured, 'import').flatMap(ofPython)),
        declares: null,
      }
    case 'go':
      return {
        imports: importing(named(captured, 'spec').map(unquoted)),
        declares: { package: named(captured, 'package')[0] ?? '', names: [] },
      }
    case 'rust':
      return {
        imports: importing([
          ...named(captured, 'mod').map((name) => `mod ${name}`),
          ...named(captured, 'use').flatMap(usesOf),
        ]),
        declares: null,
      }
    case 'java':
      return ofJava(captured)
    case 'cpp':
      return {
        imports: importing(
          named(captured, 'spec').map((text) => (text.startsWith('<') ? text : unquoted(text))),
          'include',
        ),
        declares: null,
      }
    default:
      return ofScript(captured)
  }
}

const KOTLIN_NAME =
  /^(?:(?:public|internal|private|data|sealed|abstract|open|inline|suspend|enum|annotation|value|const|expect|actual|fun)\s+)*(?:class|interface|object|fun|val|var|typealias)\s+(?:<[^>]*>\s*)?(?:[\w<>?, ]+\.)?(\w+)/

/** The head of a Kotlin file by its lines: its grammar would have to be compiled where it is installed. */
export const readKotlin = (text: string): Extracted => {
  const lines = text.replace(/\/\*[\s\S]*?\*\//g, '').split('\n')
  const said = (word: string) =>
    lines.flatMap((line) => {
      const match = new RegExp(`^\\s*${word}\\s+([\\w.\`]+(?:\\.\\*)?)`).exec(line)
      return match?.[1] === undefined ? [] : [match[1].replaceAll('`', '')]
    })
  return {
    imports: importing(said('import')),
    declares: {
      package: said('package')[0] ?? '',
      names: lines.flatMap((line) => KOTLIN_NAME.exec(line)?.[1] ?? []),
    },
  }
}
