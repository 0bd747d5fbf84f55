import type { TeamRepositories } from '@teamlore/db'
import { redactSecrets } from '@teamlore/redaction'
import { type GroupedHit, titleWithoutMarkdown, withoutMarkdown } from '@teamlore/shared'
import { folded, oneLine } from '../../text/one-line.ts'

/** A hit as it is put before a reader. */
export type Passage = {
  /** What it is called there: no id of ours. */
  name: string
  id: string
  kind: string
  day: string | null
  /** The question of the turn before, where it is a turn of talk. */
  asked: string | undefined
  /** On one line, without secrets; what is quoted of the hit must stand in here. */
  text: string
}

const MAX_CHARS = 1_500
/** What stands before the snippet in a text that is too long. */
const LEAD_CHARS = 400
/** By so much of a snippet its chunk is known. */
const KNOWN_CHARS = 60

type Reader = Pick<TeamRepositories['search'], 'bodiesOf'>

/** What a reader gets of hits: of each the chunk that was found, as far as the asker may read it now. */
export const readPassages = async (
  search: Reader,
  hits: readonly GroupedHit[],
): Promise<Passage[]> => {
  // A memory says all in its title and snippet, and may be shown in the words of an earlier time.
  const read = hits.filter(({ kind }) => kind !== 'memory')
  const bodies = await search.bodiesOf(read.map(({ id }) => id))
  return hits.map((hit, at) => ({
    name: `h${at + 1}`,
    id: hit.id,
    kind: hit.type ?? hit.kind,
    day: hit.occurred_at?.slice(0, 10) ?? null,
    asked: hit.asked === undefined ? undefined : redacted(hit.asked),
    text: textOf(hit, bodies),
  }))
}

type Body = { sourceId: string; body: string }
/** Hits show prose without the signs of Markdown, and what tools were given or said as it is. */
const WAYS = [(body: string) => oneLine(withoutMarkdown(body)), oneLine]

const textOf = (hit: GroupedHit, bodies: readonly Body[]): string => {
  const shown = withoutEllipses(hit.snippet.text)
  const title = redacted(withoutEllipses(titleWithoutMarkdown(hit.title)))
  const text =
    chunkWith(
      shown,
      bodies.filter(({ sourceId }) => sourceId === hit.id),
    ) ?? redacted(shown)
  return folded(text).includes(folded(title)) ? text : `${title} — ${text}`
}

/** Of the chunk that the snippet is of, what stands around it. */
const chunkWith = (shown: string, bodies: readonly Body[]): string | undefined => {
  const known = folded(shown).slice(0, KNOWN_CHARS)
  for (const { body } of bodies)
    for (const asShown of WAYS) {
      const at = folded(asShown(body)).indexOf(known)
      // Before it is cut: half a secret looks like none.
      if (at >= 0) return around(asShown(redacted(body)), at)
    }
  return undefined
}

const redacted = (text: string): string => redactSecrets(text).text

const withoutEllipses = (text: string): string => oneLine(text.replace(/^…+|…+$/g, ''))

const around = (text: string, at: number): string => {
  const start = text.length <= MAX_CHARS ? 0 : Math.max(0, at - LEAD_CHARS)
  return text.slice(start, start + MAX_CHARS)
}
