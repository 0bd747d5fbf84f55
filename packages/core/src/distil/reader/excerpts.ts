import { folded, oneLine } from '../../text/one-line.ts'
import { termsOf } from '../../text/terms.ts'
import type { Verified } from '../model/verify-answer.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { matterOf } from '../wording/taken-back.ts'

/** So much of a message is shown: of one that is quoted around its quote, of others their beginning. */
const CHARS = { quoted: 3_000, near: 900, output: 300, command: 200 } as const
/** Messages before and after one that is quoted, those at the end of the session, and later ones on the same matter. */
const NEAR = {
  before: 5,
  after: 6,
  /** Of the quotes after the first. */
  further: { before: 1, after: 2 },
  atEnd: 4,
  onSameMatter: 4,
} as const
const LEAST_SHARED = 2

const isSaid = ({ kind, text }: MessageDigest): boolean =>
  (kind === 'human' || kind === 'command' || kind === 'assistant') && text.trim() !== ''

/** The text around the first place of a quote; its beginning where it holds none. */
const around = (text: string, quotes: readonly string[], max: number): string => {
  if (text.length <= max) return text
  const opening = quotes
    .map((quote) => text.indexOf(quote.trim().slice(0, 40)))
    .find((at) => at >= 0)
  const from = Math.max(0, Math.min((opening ?? 0) - max / 2, text.length - max))
  const cut = text.slice(from, from + max)
  return `${from > 0 ? '[…] ' : ''}${cut}${from + max < text.length ? ' […]' : ''}`
}

const holds = (text: string, quotes: readonly string[]): boolean => {
  const words = folded(text)
  return quotes.some((quote) => words.includes(folded(quote)))
}

const lineOf = (message: MessageDigest, quotes: readonly string[]): string => {
  const { kind, text, calls, results } = message
  const said =
    text.trim() === '' || (kind === 'injected' && quotes.length === 0)
      ? []
      : [around(text.trim(), quotes, quotes.length > 0 ? CHARS.quoted : CHARS.near)]
  const called = calls
    .slice(0, 6)
    .map(
      (call) =>
        `(${call.name}: ${oneLine(call.command ?? call.path ?? call.detail ?? '').slice(0, CHARS.command)})`,
    )
  const came = results.slice(0, 6).map((result) => {
    const max = holds(result.text, quotes) ? CHARS.quoted : CHARS.output
    return `(${result.isError ? 'failed' : 'result'}: ${around(oneLine(result.text), quotes, max)})`
  })
  const parts = [...said, ...called, ...came]
  return parts.length === 0 ? '' : `[${kind}] ${parts.join('\n')}`
}

const span = (at: number, { before, after }: { before: number; after: number }): number[] =>
  Array.from({ length: before + after + 1 }, (_, n) => at - before + n)

/** Messages that a reader needs to judge a finding: around its quotes, what was asked, what comes later of the matter, and the end. */
const shownFor = (
  { finding, evidence }: Verified,
  messages: readonly MessageDigest[],
): number[] => {
  const quoted = evidence.map(({ message }) => messages.findIndex(({ id }) => id === message.id))
  const last = Math.max(...quoted)
  const matter = matterOf(`${finding.slots.subject} ${finding.title} ${finding.statement}`)
  const later = messages.flatMap((message, n) => {
    if (n <= last + NEAR.after || !isSaid(message)) return []
    const shared = new Set(termsOf(message.text).filter((term) => matter.has(term))).size
    return shared >= LEAST_SHARED ? [{ n, shared }] : []
  })
  later.sort((a, b) => b.shared - a.shared || b.n - a.n)
  const said = messages.flatMap((message, n) => (isSaid(message) ? [n] : []))
  return [
    ...quoted.flatMap((at, n) => (n === 0 ? span(at, NEAR) : span(at, NEAR.further))),
    ...quoted.flatMap(
      (at) => said.findLast((n) => n <= at && messages[n]?.kind !== 'assistant') ?? [],
    ),
    ...later.slice(0, NEAR.onSameMatter).map(({ n }) => n),
    ...said.slice(-NEAR.atEnd),
  ].filter((n) => n >= 0 && n < messages.length)
}

/** What of a session a reader is shown for these findings, in its order. */
export const excerptsFor = (
  found: readonly Verified[],
  messages: readonly MessageDigest[],
): string => {
  const shown = [...new Set(found.flatMap((one) => shownFor(one, messages)))].sort((a, b) => a - b)
  const quotes = new Map<string, string[]>()
  for (const { message, quote } of found.flatMap(({ evidence }) => evidence))
    quotes.set(message.id, [...(quotes.get(message.id) ?? []), quote])
  const lines: string[] = []
  let before = -1
  for (const n of shown) {
    const message = messages[n]
    const line = message === undefined ? '' : lineOf(message, quotes.get(message.id) ?? [])
    if (line === '') continue
    if (n > before + 1) lines.push('[…]')
    lines.push(line)
    before = n
  }
  // What would close the frame is no tag of ours.
  return lines.join('\n').replaceAll('</', '< /')
}
