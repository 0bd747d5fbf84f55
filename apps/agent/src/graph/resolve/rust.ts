import { folderOf, foldersUp, nameOf, type Repository, type Resolve, within } from './repository.ts'

const ROOTS = ['lib.rs', 'main.rs']

/** Where the sources of each crate lie, by its name in the code. */
const cratesOf = ({ paths, textOf }: Pick<Repository, 'paths' | 'textOf'>): Map<string, string> => {
  const crates = new Map<string, string>()
  for (const path of paths) {
    if (nameOf(path) !== 'Cargo.toml') continue
    const name = /^\s*\[package\][^[]*?^\s*name\s*=\s*"([^"]+)"/ms.exec(textOf(path) ?? '')?.[1]
    if (name !== undefined) crates.set(name.replaceAll('-', '_'), within(folderOf(path), 'src'))
  }
  return crates
}

/** Modules of Rust: `mod x` by where files must lie, `use` by the longest path that is one. */
export const createRustResolver = ({ paths, textOf }: Repository): Resolve => {
  const crates = cratesOf({ paths, textOf })
  const rootOf = (from: string): string | undefined => {
    const crate = foldersUp(folderOf(from)).find((one) => paths.has(within(one, 'Cargo.toml')))
    return crate === undefined ? undefined : within(crate, 'src')
  }
  /** The folder in which the modules of a file lie. */
  const insideOf = (file: string): string => {
    const name = nameOf(file)
    const folder = folderOf(file)
    return name === 'mod.rs' || ROOTS.includes(name) ? folder : within(folder, name.slice(0, -3))
  }
  const moduleIn = (folder: string, name: string): string | undefined =>
    [within(folder, `${name}.rs`), within(folder, `${name}/mod.rs`)].find((one) => paths.has(one))

  const walk = (folder: string, parts: readonly string[], start?: string): string | undefined => {
    let at = folder
    let found = start
    for (const part of parts) {
      const next = moduleIn(at, part)
      if (next === undefined) break
      found = next
      at = insideOf(next)
    }
    return found
  }

  /** The file of the module whose own modules lie in a folder. */
  const ownerOf = (folder: string): string | undefined =>
    [...['mod.rs', ...ROOTS].map((name) => within(folder, name)), `${folder}.rs`].find((one) =>
      paths.has(one),
    )

  const fromCrate = (src: string, parts: readonly string[]): string | undefined =>
    walk(
      src,
      parts,
      ROOTS.map((name) => within(src, name)).find((one) => paths.has(one)),
    )

  const used = (from: string, parts: readonly string[]): string | undefined => {
    const [first = '', ...rest] = parts
    if (first === 'crate') {
      const src = rootOf(from)
      return src === undefined ? undefined : fromCrate(src, rest)
    }
    if (first === 'self') return walk(insideOf(from), rest)
    if (first === 'super') {
      let folder = folderOf(insideOf(from))
      let left = rest
      for (; left[0] === 'super'; left = left.slice(1)) folder = folderOf(folder)
      return walk(folder, left, ownerOf(folder))
    }
    const other = crates.get(first)
    return other === undefined ? walk(insideOf(from), parts) : fromCrate(other, rest)
  }

  return (from, { spec }) => {
    if (spec.startsWith('mod ')) {
      const found =
        moduleIn(insideOf(from), spec.slice(4)) ?? moduleIn(folderOf(from), spec.slice(4))
      return found === undefined ? 'missing' : [found]
    }
    const found = used(
      from,
      spec.split('::').filter((part) => part !== '*' && part !== ''),
    )
    return found === undefined || found === from ? 'elsewhere' : [found]
  }
}
