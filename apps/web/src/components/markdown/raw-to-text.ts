type Node = { type: string; value?: string; children?: Node[] }

/**
 * Rehype plugin: HTML that somebody wrote into Markdown becomes text. The sanitiser alone would drop it without a trace,
 * and half of what people ask a coding tool is about tags.
 */
export const rawToText = () => (tree: Node) => {
  rewrite(tree)
}

const rewrite = (node: Node): void => {
  if (node.type === 'raw') node.type = 'text'
  for (const child of node.children ?? []) rewrite(child)
}
