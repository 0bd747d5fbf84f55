import { languageOf } from '../reading/languages.ts'
import { createAliases } from './aliases.ts'
import {
  folderOf,
  foldersUp,
  joined,
  type Repository,
  type Resolve,
  type Resolved,
  within,
} from './repository.ts'
import { createScriptFiles } from './script-files.ts'
import { createWorkspaces } from './workspaces.ts'

/** `./style.css`: there, but no code. */
const isOtherFile = (spec: string): boolean => languageOf(spec) === undefined && /\.\w+$/.test(spec)

/** What a bundler reads beside the name: `./x.svg?url`. */
const withoutQuery = (spec: string): string =>
  spec.startsWith('#') ? spec : spec.replace(/[?#].*$/, '')

/** How Node, TypeScript and bundlers find a file of the same repository, from names alone: no installed package is needed. */
export const createScriptResolver = (repository: Repository): Resolve => {
  const files = createScriptFiles(repository)
  const { paths, fileAt, jsonOf, mapped } = files
  const inWorkspace = createWorkspaces(files)
  const aliased = createAliases(files)

  const privately = (from: string, spec: string): string | undefined => {
    const folder = foldersUp(folderOf(from)).find((one) => paths.has(within(one, 'package.json')))
    if (folder === undefined) return undefined
    return mapped(jsonOf(within(folder, 'package.json'))['imports'], spec, folder)
  }

  const beside = (from: string, spec: string): Resolved => {
    const found = fileAt(joined(folderOf(from), spec))
    if (found !== undefined) return [found]
    return isOtherFile(spec) ? 'elsewhere' : 'missing'
  }

  const byName = (from: string, spec: string): Resolved => {
    const found = spec.startsWith('#') ? privately(from, spec) : aliased(from, spec)
    if (found !== undefined) return [found]
    const own = inWorkspace(spec)
    if (own === undefined) return 'elsewhere'
    return own.file === undefined ? 'missing' : [own.file]
  }

  return (from, { spec: said }) => {
    const spec = withoutQuery(said)
    if (spec.startsWith('.')) return beside(from, spec)
    return /^(node:|https?:|data:)/.test(spec) ? 'elsewhere' : byName(from, spec)
  }
}
