import type { PlacedBlock, TranscriptRow } from './rows.ts'

const CHARS_PER_LINE = 95
const LINE_PX = 23
const FOLD_PX = 34

/** About how high a row will be, so that the scroll bar is about right before rows are measured. */
export const estimateHeight = (row: TranscriptRow | undefined): number => {
  if (!row) return FOLD_PX
  if (row.removed > 0) return FOLD_PX
  const { kind } = row.message
  if (kind === 'human') return 80 + sum(row.blocks, textHeight)
  if (kind === 'assistant') return (row.isContinued ? 4 : 32) + sum(row.blocks, blockHeight)
  return FOLD_PX
}

const sum = (blocks: readonly PlacedBlock[], height: (placed: PlacedBlock) => number): number =>
  blocks.reduce((total, placed) => total + height(placed), 0)

const blockHeight = (placed: PlacedBlock): number =>
  placed.block.type === 'text' ? textHeight(placed) : FOLD_PX

const textHeight = ({ block }: PlacedBlock): number => {
  if (block.type !== 'text') return FOLD_PX
  const lines = block.text
    .split('\n')
    .reduce((total, line) => total + Math.max(1, Math.ceil(line.length / CHARS_PER_LINE)), 0)
  return Math.min(lines, 60) * LINE_PX + 12
}
