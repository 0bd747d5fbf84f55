import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readCaptured, readKotlin } from './extract-other.ts'
import { importsOfScript } from './extract-script.ts'
import { createGrammars } from './grammars.ts'
import type { FileFacts } from './graph.types.ts'
import { isScript, languageOf } from './languages.ts'
import { symbolsIn } from './symbols.ts'

/** What is longer is generated or data: nobody reads it, and it would hold up everything else. */
const MAX_BYTES = 1_500_000

export type ReadCodeFile = (root: string, path: string) => Promise<FileFacts | null>

const loadOxc = (): Promise<typeof import('oxc-parser') | null> =>
  import('oxc-parser').catch(() => null)

export const hashOfText = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

/**
 * Opens what reads the imports and definitions of one file. Parsers are loaded when a file needs them. What cannot be read or
 * parsed has no imports; a file that is gone or too long is null.
 */
export const openCodeReader = ({ grammars: folder }: { grammars: string }): ReadCodeFile => {
  const grammars = createGrammars(folder)
  let oxc: ReturnType<typeof loadOxc> | undefined

  const extract = async (
    path: string,
    language: string,
    text: string,
  ): Promise<Pick<FileFacts, 'imports' | 'declares'>> => {
    if (language === 'kotlin') return readKotlin(text)
    if (isScript(language)) {
      oxc ??= loadOxc()
      const parser = await oxc
      if (parser !== null) return { imports: importsOfScript(parser, path, text), declares: null }
    }
    const captured = await grammars(language, text)
    return captured === null ? { imports: [], declares: null } : readCaptured(language, captured)
  }

  return async (root, path) => {
    const language = languageOf(path)
    const file = join(root, path)
    const found = await stat(file).catch(() => null)
    if (language === undefined || found === null || !found.isFile() || found.size > MAX_BYTES)
      return null
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text === null) return null
    const extracted = await extract(path, language, text).catch(() => NOTHING)
    return {
      hash: hashOfText(text),
      lines: text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
      symbols: symbolsIn(text),
      ...extracted,
    }
  }
}

const NOTHING = { imports: [], declares: null }
