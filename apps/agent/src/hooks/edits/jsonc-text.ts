import { createScanner, getNodeValue, type Node, parseTree } from 'jsonc-parser'

// `modify` of jsonc-parser is not used, as docs/adr/0022-libraries-weighed.md explains: undo would not be byte for byte.

/** One change of a text: what stands from `offset` on for `length` characters gives way to `content`. */
type Change = { offset: number; length: number; content: string }

const apply = (text: string, changes: readonly Change[]): string =>
  // From the end on, so that what is still to be done keeps its place; of two at one place the first given stands first.
  [...changes]
    .map((change, order) => ({ ...change, order }))
    .sort((a, b) => b.offset - a.offset || b.order - a.order)
    .reduce(
      (left, { offset, length, content }) =>
        left.slice(0, offset) + content + left.slice(offset + length),
      text,
    )

/** The tree of a JSON text that may have comments and trailing commas; undefined when it cannot be parsed. */
export const treeOf = (text: string): Node | undefined => {
  const errors: unknown[] = []
  // A mark of byte order, as some editors of Windows set it, is neither JSON nor wrong; all places stay the same.
  const tree = parseTree(text.replace(/^\ufeff/, ' '), errors as [], { allowTrailingComma: true })
  return errors.length > 0 ? undefined : tree
}

export const childAt = (node: Node | undefined, name: string): Node | undefined =>
  node?.type === 'object'
    ? node.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1]
    : undefined

export const plainValue = (node: Node): unknown => getNodeValue(node)

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** What one level is indented by, as far as the text shows. */
const unitOf = (text: string): string => /^(?:[ ]{1,8}|\t)(?=\S)/m.exec(text)?.[0] ?? '  '

const depthOf = (node: Node): number => {
  let depth = 0
  for (let at = node.parent; at !== undefined; at = at.parent) if (at.type !== 'property') depth++
  return depth
}

const rendered = (text: string, value: unknown, depth: number): string => {
  const [eol, unit] = [eolOf(text), unitOf(text)]
  return JSON.stringify(value, null, unit)
    .split('\n')
    .join(`${eol}${unit.repeat(depth)}`)
}

/** Where the comma behind something stands, if one does before the next value or bracket. */
const commaAfter = (text: string, end: number): number | undefined => {
  const scanner = createScanner(text, true)
  scanner.setPosition(end)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return text[at] === ',' ? at : undefined
}

const endOf = ({ offset, length }: Node): number => offset + length

/** Puts something behind the last child of an object or a list; comments stay where they are. */
const appended = (text: string, container: Node, content: string): string => {
  const [eol, unit, depth] = [eolOf(text), unitOf(text), depthOf(container)]
  const close = endOf(container) - 1
  const at = text.slice(0, close).trimEnd().length
  const last = container.children?.at(-1)
  const hasComma = last !== undefined && commaAfter(text, endOf(last)) !== undefined
  const closing = text.slice(at, close).includes('\n') ? '' : `${eol}${unit.repeat(depth)}`
  return apply(text, [
    ...(last === undefined || hasComma ? [] : [{ offset: endOf(last), length: 0, content: ',' }]),
    {
      offset: at,
      length: 0,
      content: `${eol}${unit.repeat(depth + 1)}${content}${hasComma ? ',' : ''}${closing}`,
    },
  ])
}

export const withProperty = (text: string, object: Node, name: string, value: unknown): string =>
  appended(text, object, `${JSON.stringify(name)}: ${rendered(text, value, depthOf(object) + 1)}`)

export const withItem = (text: string, list: Node, value: unknown): string =>
  appended(text, list, rendered(text, value, depthOf(list) + 1))

export const withValue = (text: string, node: Node, value: unknown): string =>
  apply(text, [
    { offset: node.offset, length: node.length, content: rendered(text, value, depthOf(node)) },
  ])

/** Takes a property or an item out, with its comma and the white space before it. Everything else stays as it is. */
export const withoutChild = (text: string, child: Node): string => {
  const siblings = child.parent?.children ?? []
  const previous = siblings[siblings.indexOf(child) - 1]
  const from = text.slice(0, child.offset).trimEnd().length
  const behind = commaAfter(text, endOf(child))
  const before = previous === undefined ? undefined : commaAfter(text, endOf(previous))
  const comma = behind ?? before
  const isInside = comma !== undefined && comma >= from && comma < endOf(child)
  return apply(text, [
    { offset: from, length: endOf(child) - from, content: '' },
    ...(comma === undefined || isInside ? [] : [{ offset: comma, length: 1, content: '' }]),
  ])
}
