import { bookPath, liesIn } from './book-path.ts'
import type { BookProject, Layer } from './project.types.ts'

/** A layer and all it depends on, itself first, then nearer ones before farther ones. Circles end where they close. */
export const withDependencies = (layers: readonly Layer[], name: string): Layer[] => {
  const found: Layer[] = []
  const waiting = [name]
  for (const next of waiting) {
    const layer = layers.find((one) => one.name === next)
    if (layer === undefined || found.includes(layer)) continue
    found.push(layer)
    waiting.push(...layer.depends_on)
  }
  return found
}

type Paths = { readonly paths: readonly string[] }
const hasFile = ({ paths }: Paths, file: string): boolean =>
  paths.some((path) => {
    const folder = bookPath(path)
    return folder !== undefined && liesIn(file, folder)
  })

/** The layer a file belongs to: the first that has it, unless the book leaves it out. */
export const layerOf = ({ layers, exclude }: BookProject, file: string): Layer | undefined =>
  hasFile({ paths: exclude }, file) ? undefined : layers.find((layer) => hasFile(layer, file))

const hasTag = (tags: readonly string[], wanted: string): boolean => {
  const tag = wanted.replace(/^#/u, '').toLowerCase()
  return tags.some((one) => one.toLowerCase() === tag || one.toLowerCase().startsWith(`${tag}/`))
}

/** The type that a note without one has: by the first of its tags that says one, else by the deepest folder that does. */
export const defaultTypeOf = (
  { default_types }: Layer,
  file: string,
  tags: readonly string[],
): string | undefined => {
  const byTag = default_types.find((one) => 'tag' in one && hasTag(tags, one.tag))
  if (byTag !== undefined) return byTag.type
  return default_types
    .flatMap((one) => ('path' in one ? [one] : []))
    .sort((a, b) => b.path.length - a.path.length)
    .find(({ path }) => hasFile({ paths: [path] }, file))?.type
}
