import { folderOf, nameOf, within } from './repository.ts'
import { isObject, type ScriptFiles, targetsOf } from './script-files.ts'

/** Packages of the same repository, by what their manifests say. */
export const createWorkspaces = ({ paths, sourceOf, jsonOf, mapped }: ScriptFiles) => {
  const packages = new Map<string, string>()
  for (const path of paths)
    if (nameOf(path) === 'package.json') {
      const { name } = jsonOf(path)
      if (typeof name === 'string' && !packages.has(name)) packages.set(name, folderOf(path))
    }

  const exported = (folder: string, exports: unknown, rest: string): string | undefined => {
    if (isObject(exports) && Object.keys(exports).some((one) => one.startsWith('.')))
      return mapped(exports, rest === '' ? '.' : `./${rest}`, folder)
    return rest === '' ? firstOf(folder, targetsOf(exports)) : undefined
  }
  const firstOf = (folder: string, targets: readonly string[]): string | undefined => {
    for (const target of targets) {
      const found = sourceOf(folder, target)
      if (found !== undefined) return found
    }
    return undefined
  }
  const inPackage = (folder: string, rest: string): string | undefined => {
    const manifest = jsonOf(within(folder, 'package.json'))
    const found = exported(folder, manifest['exports'], rest)
    if (found !== undefined) return found
    if (rest !== '') return firstOf(folder, [rest, `src/${rest}`])
    const entries = ['source', 'module', 'main', 'types'].flatMap((name) =>
      targetsOf(manifest[name]),
    )
    return firstOf(folder, [...entries, 'src/index', 'index'])
  }

  /** Undefined for a package from elsewhere. */
  return (spec: string): { file: string | undefined } | undefined => {
    const parts = spec.split('/')
    const length = spec.startsWith('@') ? 2 : 1
    const folder = packages.get(parts.slice(0, length).join('/'))
    if (folder === undefined) return undefined
    return { file: inPackage(folder, parts.slice(length).join('/')) }
  }
}
