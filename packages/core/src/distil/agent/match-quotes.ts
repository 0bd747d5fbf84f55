import type { HandedFinding } from '@teamlore/shared/handover'
import { isQuoteOf, type Verified } from '../model/verify-answer.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'

/** Teamlore's own tools, whatever a client puts before their names. */
export const OWN_TOOL = /(?:^|[_.:/-])(?:lore_[a-z_]+|search_lore)$/
const HANDOVER_TOOL = /(?:^|[_.:/-])lore_handover$/

/** The messages without what Teamlore itself answered in them: its words are no evidence for themselves. */
export const withoutOwnAnswers = (messages: readonly MessageDigest[]): MessageDigest[] => {
  const own = new Set<string>()
  return messages.map((message) => {
    for (const { id, name } of message.calls) if (id !== null && OWN_TOOL.test(name)) own.add(id)
    const results = message.results.filter(({ callId }) => callId === null || !own.has(callId))
    return results.length === message.results.length ? message : { ...message, results }
  })
}

/** The last message in which something was handed over: how far the agent had seen the session. */
export const lastHandover = (messages: readonly MessageDigest[]): MessageDigest | undefined =>
  messages.findLast(({ calls }) => calls.some(({ name }) => HANDOVER_TOOL.test(name)))

/**
 * Finds the messages that hold the quotes. Words that were said several times are taken for those of who said them first: what
 * a page said and the agent repeated is the page's word. Undefined where none of the quotes is there.
 */
export const matchQuotes = (
  finding: HandedFinding,
  messages: readonly MessageDigest[],
): Verified | undefined => {
  const evidence = finding.evidence.flatMap(({ quote }) => {
    const message = messages.find((one) => isQuoteOf(quote, one))
    return message === undefined ? [] : [{ message, quote }]
  })
  if (evidence.length === 0) return undefined
  const named = evidence.map(({ message, quote }) => ({ message: message.id, quote }))
  return { finding: { ...finding, evidence: named }, evidence }
}
