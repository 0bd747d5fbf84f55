import type { MemoryPolicyAnswer } from '@teamlore/shared/memory-review'

/** Whose words may become active without a person, as the page and the form call them. */
export const ORIGIN_NAMES = {
  human: 'a person',
  agent: 'a coding agent',
  import: 'another memory, moved in',
} as const

export type OpenOrigin = keyof typeof ORIGIN_NAMES

export const OPEN_ORIGINS = Object.keys(ORIGIN_NAMES) as OpenOrigin[]

export const isOpenOrigin = (origin: string): origin is OpenOrigin =>
  Object.hasOwn(ORIGIN_NAMES, origin)

/** Whether what nobody reviewed is served, in one sentence. */
export const unreviewedSentence = ({
  serves_unreviewed,
}: Pick<MemoryPolicyAnswer, 'serves_unreviewed'>): string =>
  serves_unreviewed
    ? 'What passed the checks is served unreviewed until then, marked and below the rest.'
    : 'Nothing is served before that.'

/** What holds, in one sentence. */
export const policySentence = ({
  mode,
  threshold,
  origins,
}: Pick<MemoryPolicyAnswer, 'mode' | 'threshold' | 'origins'>): string => {
  if (mode === 'manual') return 'A person approves every memory.'
  if (mode === 'confidence')
    return `Memories become active by themselves from a confidence of ${Math.round(threshold * 100)} % on.`
  const names = origins.filter(isOpenOrigin).map((origin) => ORIGIN_NAMES[origin])
  return names.length === 0
    ? 'A person approves every memory: no origin is let in.'
    : `Memories in the words of ${names.join(' or ')} become active by themselves.`
}
