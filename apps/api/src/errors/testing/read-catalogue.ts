import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ErrorKind } from '@teamlore/core'
import { STATUS_OF_KIND } from '../error-answer.ts'

export type CatalogueEntry = { code: string; status: number; message: string }

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const SOURCES = [
  'packages/core/src',
  'packages/shared/src/process',
  'apps/api/src',
  'apps/web/src',
].map((folder) => join(ROOT, folder))

const DECLARATION =
  /define(?:Request)?Error\(\s*(?:'(\w+)'|(\d{3})),\s*'([^']+)',\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`),?\s*\)/g

/** Every error the sources declare. They are read as text, so that one nobody imports yet counts too. */
export const readCatalogue = (): CatalogueEntry[] => {
  const entries = sourceFiles().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(DECLARATION)].map(
      ([, kind, status, code = '', single, double, tick]) => ({
        code,
        status: kind === undefined ? Number(status) : STATUS_OF_KIND[kind as ErrorKind],
        message: (single ?? double ?? tick ?? '').replace(/\\(.)/g, '$1'),
      }),
    ),
  )
  return entries.sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** Calls the pattern above did not understand would be missing without a word. */
export const countDeclarations = (): number =>
  sourceFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((text) => text.match(/= define(?:Request)?Error\(/g) ?? []).length

const sourceFiles = (): string[] =>
  SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file))
      .map((file) => join(folder, file)),
  )
