import type { SearchHit } from '@teamlore/shared'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { visibleSnippet } from './visible-snippet.ts'

const TITLE_LIMIT = 160

export type HitText = {
  /** Undefined when the snippet says it all. */
  title: string | undefined
  snippet: SearchHit['snippet']
}

/** What a result shows. A message has no title but its own beginning: it is not said twice. */
export const hitText = ({ title, snippet }: Pick<SearchHit, 'title' | 'snippet'>): HitText => {
  const shown = visibleSnippet(snippet)
  const line = shorten(plainLine(title), TITLE_LIMIT)
  if (shown.text.trim() === '') return { title: line || 'Untitled', snippet: shown }
  const beginning = line.replace(/…$/, '').trim()
  const isSaid = beginning !== '' && plainLine(shown.text).startsWith(beginning)
  return { title: isSaid || line === '' ? undefined : line, snippet: shown }
}
