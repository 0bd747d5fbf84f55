import type { Settings } from 'sigma/settings'
import type { NodeDisplayData, PartialButFor } from 'sigma/types'

type Node = PartialButFor<NodeDisplayData, 'x' | 'y' | 'size' | 'label' | 'color'>

/** Pixels between a node and its label. */
const GAP = 3
const PADDING = 3

/** Where a label begins, in pixels: to the right of its node, or to the left where it would be cut off. */
export const labelStart = (
  { x, size }: Pick<Node, 'x' | 'size'>,
  width: number,
  { canvasWidth }: { canvasWidth: number },
): number => {
  const right = x + size + GAP
  return right + width <= canvasWidth ? right : Math.max(0, x - size - GAP - width)
}

const placed = (
  context: CanvasRenderingContext2D,
  node: Node,
  { labelSize, labelFont, labelWeight }: Settings,
) => {
  context.font = `${labelWeight} ${labelSize}px ${labelFont}`
  const width = context.measureText(node.label ?? '').width
  const start = labelStart(node, width, { canvasWidth: context.canvas.clientWidth })
  return { start, width, baseline: node.y + labelSize / 3 }
}

const colourOf = ({ labelColor }: Settings): string => labelColor.color ?? '#000'

export const drawLabel = (
  context: CanvasRenderingContext2D,
  node: Node,
  settings: Settings,
): void => {
  if (!node.label) return
  const { start, baseline } = placed(context, node, settings)
  context.fillStyle = colourOf(settings)
  context.fillText(node.label, start, baseline)
}

/** The label of the node that is pointed at, on a ground of its own, so that it is read above others. */
export const drawHoverOn =
  (ground: string) =>
  (context: CanvasRenderingContext2D, node: Node, settings: Settings): void => {
    if (!node.label) return
    const { start, width } = placed(context, node, settings)
    const height = settings.labelSize + 2 * PADDING
    context.fillStyle = ground
    context.fillRect(start - PADDING, node.y - height / 2, width + 2 * PADDING, height)
    drawLabel(context, node, settings)
  }
