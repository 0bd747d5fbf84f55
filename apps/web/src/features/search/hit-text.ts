import type { SearchHit } from '@teamlore/shared'
import { plainLine } from '../../lib/format/plain-text.ts'
import { type MarkedTitle, markedTitle } from './marked-title.ts'
import { visibleSnippet } from './visible-snippet.ts'

export type HitText = {
  /** Undefined when the snippet says it all. */
  title: MarkedTitle | undefined
  snippet: SearchHit['snippet']
}

/** What a result shows. A message has no title but its own beginning: it is not said twice. */
export const hitText = ({
  title,
  title_highlights,
  snippet,
}: Pick<SearchHit, 'title' | 'title_highlights' | 'snippet'>): HitText => {
  const shown = visibleSnippet(snippet)
  const marked = markedTitle(title, title_highlights)
  const isBlank = marked.text === ''
  if (shown.text.trim() === '')
    return { title: isBlank ? { text: 'Untitled', ranges: [] } : marked, snippet: shown }
  const beginning = marked.text.replace(/…$/, '').trim()
  const isSaid = beginning !== '' && plainLine(shown.text).startsWith(beginning)
  return { title: isSaid || isBlank ? undefined : marked, snippet: shown }
}
