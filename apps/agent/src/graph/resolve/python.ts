import { folderOf, joined, nameOf, type Repository, type Resolve, within } from './repository.ts'

/** Modules of Python from the folders in which packages begin. */
export const createPythonResolver = ({ paths }: Repository): Resolve => {
  const roots = new Set<string>([''])
  for (const path of paths) {
    const name = nameOf(path)
    const folder = folderOf(path)
    if (name === '__init__.py' && !paths.has(within(folderOf(folder), '__init__.py')))
      roots.add(folderOf(folder))
    if (['pyproject.toml', 'setup.py', 'setup.cfg'].includes(name)) {
      roots.add(folder)
      roots.add(within(folder, 'src'))
    }
  }
  const moduleAt = (path: string): string | undefined =>
    [`${path}.py`, `${path}.pyi`, within(path, '__init__.py')].find((one) => paths.has(one))

  /** The last part may be a name in the module rather than a module. */
  const under = (root: string, parts: readonly string[]): string | undefined => {
    const whole = within(root, parts.join('/'))
    return moduleAt(whole) ?? (parts.length > 1 ? moduleAt(folderOf(whole)) : undefined)
  }

  const relative = (from: string, spec: string): string | undefined => {
    const dots = /^\.+/.exec(spec)?.[0].length ?? 0
    const folder = joined(folderOf(from), '../'.repeat(dots - 1))
    if (folder === undefined) return undefined
    const rest = spec.slice(dots).split('.').filter(Boolean)
    if (rest.length === 0) return moduleAt(folder)
    return (
      moduleAt(within(folder, rest.join('/'))) ??
      moduleAt(rest.length > 1 ? within(folder, rest.slice(0, -1).join('/')) : folder)
    )
  }

  return (from, { spec }) => {
    if (spec.startsWith('.')) {
      const found = relative(from, spec)
      return found === undefined ? 'missing' : [found]
    }
    const parts = spec.split('.')
    // Beside the script itself is where Python looks first.
    for (const root of [folderOf(from), ...roots]) {
      const found = under(root, parts)
      if (found !== undefined && found !== from) return [found]
    }
    return 'elsewhere'
  }
}
