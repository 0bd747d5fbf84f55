import { afterTitle, type SearchHit } from '@teamlore/shared'
import { RECORD_KINDS } from '../../components/ui/record-kinds.ts'
import { type MarkedTitle, markedTitle } from './marked-title.ts'
import { visibleSnippet } from './visible-snippet.ts'

export type HitText = {
  /** Undefined when the snippet says it all. */
  title: MarkedTitle | undefined
  snippet: SearchHit['snippet']
}

type Hit = Pick<SearchHit, 'kind' | 'title' | 'title_highlights' | 'snippet'>

/** What a result shows. Nothing is said twice: the words of a person stand as they are, others go on below their title. */
export const hitText = (hit: Hit): HitText => {
  const rest = afterTitle(hit)
  const marked = markedTitle(hit.title, hit.title_highlights)
  const isBlank = marked.text === ''
  const hasWords = hit.snippet.text.trim() !== ''
  const isQuoted =
    hasWords && (isBlank || (RECORD_KINDS[hit.kind].isQuoted === true && rest !== hit.snippet))
  if (isQuoted) return { title: undefined, snippet: visibleSnippet(hit.snippet) }
  return {
    title: isBlank ? { text: 'Untitled', ranges: [] } : marked,
    snippet: visibleSnippet(rest),
  }
}
