import { cleanText } from '../../text/clean-text.ts'
import type { TypedFilter } from './query.types.ts'

/** Read without its end where it stands bare: that closes a bracket. */
const CLOSES = /^[^()]*\)+$/
const QUOTE = /["“”]/

/**
 * A filter as somebody would type it, so that reading it gives the same filter again. Undefined for a value that the
 * query language has no spelling for, such as one with both a quote and a space.
 */
export const printFilter = ({ name, value, isNegated }: TypedFilter): string | undefined => {
  if (value === '' || value.trim() !== value || cleanText(value) !== value) return undefined
  const isBare = !/\s/.test(value) && !/^[:/\\]/.test(value) && !CLOSES.test(value)
  if (isBare ? QUOTE.test(value.charAt(0)) : QUOTE.test(value)) return undefined
  return `${isNegated ? '-' : ''}${name}:${isBare ? value : `"${value}"`}`
}
