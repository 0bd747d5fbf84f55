import type { Node } from 'jsonc-parser'
import { CliError } from '../../errors/cli-error.ts'
import type { FileEdit } from './file-edit.ts'
import {
  childAt,
  plainValue,
  treeOf,
  withItem,
  withoutChild,
  withProperty,
  withValue,
} from './jsonc-text.ts'

/** One thing of ours in a JSON file. */
export type JsonEntry = {
  /** Where it stands: names of properties, from the outside in. */
  at: readonly [string, ...string[]]
  value: unknown
  /** An item of the list there, or the property itself. */
  as: 'item' | 'property'
  /** Whether a value found there is ours, of whatever version. */
  isOurs: (value: unknown) => boolean
}

type Options = {
  path: string
  entries: readonly JsonEntry[]
  /** What stands in a file that we make, beside our entries. */
  skeleton?: Record<string, unknown>
}

/** Entries of ours in a settings file in JSON, which may have comments. */
export const jsonEdit = ({ path, entries, skeleton = {} }: Options): FileEdit => ({
  path,
  add: (text) => {
    const isEmpty = text === undefined || text.trim() === ''
    const start = isEmpty ? `${JSON.stringify(skeleton, null, 2)}\n` : text
    return entries.reduce((left, entry) => withEntry(left, entry, path), start)
  },
  remove: (text, before) => {
    const left = entries.reduce((rest, entry) => withoutEntry(rest, entry, { path, before }), text)
    const isOnlyOurs = before === undefined && sameJson(treeOf(left), skeleton)
    return isOnlyOurs && left !== text ? undefined : left
  },
  other: (text = '') => {
    const tree = treeOf(text)
    return entries.map((entry) => otherIn(tree, entry)).find((found) => found !== undefined)
  },
  has: (text) => {
    const tree = treeOf(text)
    return entries.some((entry) => oursIn(tree, entry).length > 0)
  },
})

const sameJson = (tree: Node | undefined, value: unknown): boolean =>
  tree !== undefined && JSON.stringify(plainValue(tree)) === JSON.stringify(value)

const notUnderstood = (path: string, why: string): CliError =>
  new CliError({
    code: 'hooks.file_not_understood',
    message: `${path} ${why}, so it was left as it is.`,
    hint: 'Fix it, or have the tool itself write it again, and run this again.',
  })

const rootOf = (text: string, path: string): Node => {
  const tree = treeOf(text)
  if (tree === undefined) throw notUnderstood(path, 'is not the JSON it should be')
  if (tree.type !== 'object') throw notUnderstood(path, 'does not hold a JSON object')
  return tree
}

const nodeAt = (root: Node | undefined, at: readonly string[]): Node | undefined =>
  at.reduce<Node | undefined>((node, name) => childAt(node, name), root)

/** The properties or items that are ours. */
const oursIn = (root: Node | undefined, { at, as, isOurs }: JsonEntry): Node[] => {
  const node = nodeAt(root, at)
  if (node === undefined) return []
  if (as === 'property') return isOurs(plainValue(node)) && node.parent ? [node.parent] : []
  return node.type === 'array'
    ? (node.children ?? []).filter((item) => isOurs(plainValue(item)))
    : []
}

const otherIn = (root: Node | undefined, { at, as, isOurs }: JsonEntry): unknown => {
  const node = as === 'property' ? nodeAt(root, at) : undefined
  const found = node && plainValue(node)
  return node === undefined || isOurs(found) ? undefined : found
}

const withEntry = (text: string, entry: JsonEntry, path: string): string => {
  const root = rootOf(text, path)
  const { at, value, as } = entry
  const [known, ...surplus] = oursIn(root, entry)
  if (surplus.length > 0) {
    // Two of ours are one too many, however they came about.
    const last = surplus.at(-1)
    return last === undefined ? text : withEntry(withoutChild(text, last), entry, path)
  }
  if (known !== undefined) {
    const node = as === 'property' ? known.children?.[1] : known
    if (node === undefined || sameJson(node, value)) return text
    return withValue(text, node, value)
  }
  return withNew(text, root, { at, value, as }, path)
}

const withNew = (
  text: string,
  root: Node,
  entry: Pick<JsonEntry, 'at' | 'value' | 'as'>,
  path: string,
): string => {
  const { at, value, as } = entry
  let node = root
  for (const [depth, name] of at.entries()) {
    const next = childAt(node, name)
    if (next === undefined) return withProperty(text, node, name, nested(entry, depth))
    const isLast = depth === at.length - 1
    // A property of that name that is not ours is its owner's.
    if (isLast && as === 'property') return text
    const type = isLast ? 'array' : 'object'
    if (next.type !== type)
      throw notUnderstood(path, `has no ${type} at ${at.slice(0, depth + 1).join('.')}`)
    node = next
  }
  return withItem(text, node, value)
}

/** Our value with all that has to stand around it. */
const nested = (
  { at, value, as }: Pick<JsonEntry, 'at' | 'value' | 'as'>,
  depth: number,
): unknown =>
  at
    .slice(depth + 1)
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), as === 'item' ? [value] : value)

type Known = { path: string; before: string | undefined }

const withoutEntry = (text: string, entry: JsonEntry, known: Known): string => {
  const root = rootOf(text, known.path)
  const [ours] = oursIn(root, entry)
  if (ours !== undefined) return withoutEntry(withoutChild(text, ours), entry, known)
  const original = known.before === undefined ? undefined : treeOf(known.before)
  const containers = entry.as === 'item' ? entry.at : entry.at.slice(0, -1)
  return withoutEmpty(text, containers, original)
}

/** Takes out what we made around our entries, where nothing else came into it since. */
const withoutEmpty = (text: string, at: readonly string[], original: Node | undefined): string => {
  if (at.length === 0 || nodeAt(original, at) !== undefined) return text
  const node = nodeAt(treeOf(text), at)
  if (node?.parent === undefined || (node.children ?? []).length > 0) return text
  return withoutEmpty(withoutChild(text, node.parent), at.slice(0, -1), original)
}
