import type { ProseUnit } from '../wording/prose.ts'

/** A sentence that could be a finding, with what stands around it. */
export type Candidate = Pick<ProseUnit, 'text' | 'label' | 'heading' | 'form' | 'paragraph'> & {
  speaker: 'assistant' | 'human' | 'plan'
  /** The sentences beside it in the same text; empty at its ends. */
  prev: string
  next: string
  /** Index of its message within the range; -1 is the prompt. */
  at: number
  /** Index of the sentence within its message. */
  place: number
  isFinal: boolean
  /** What the prompt asked; for a person's words what was said before them. */
  ask: string
  /** Tool results, and failed ones, among the three messages before. */
  afterResult: boolean
  afterError: boolean
  /** The same message goes on with tool calls. */
  callsAfter: boolean
  editsAfter: number
  editsBefore: number
  /** Edits that took effect, as the tools show them, after what was said and before it. */
  changesAfter: number
  changesBefore: number
  /** Messages of the assistant in the range. */
  messages: number
  /** The prompt is long enough to be a plan or a hand-over. */
  planned: boolean
  cue: number
  score: number
  centrality: number
}
