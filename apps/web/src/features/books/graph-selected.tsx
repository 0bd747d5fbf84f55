import { Button } from '@mantine/core'
import type { BookGraphAnswer } from '@teamlore/shared/books'
import Link from 'next/link'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { entityHref } from './book-hrefs.ts'
import { tiesOf } from './graph-clusters.ts'

const SHOWN = 40

type Shown = {
  book: string
  graph: BookGraphAnswer
  at: number
  onFocus: (handle: string) => void
}

/** What is chosen in the picture, in words: its relationships, and the ways on from it. */
export const GraphSelected = ({ book, graph, at, onFocus }: Shown) => {
  const node = graph.nodes[at]
  if (node === undefined) return null
  const ties = tiesOf(graph, at)
  return (
    <section aria-label="What is chosen" className="graph-selected">
      <h2 className="tl-foreign">{plainLine(node.name)}</h2>
      <p className="book-decide">
        <span className="book-quiet">
          {node.type ?? 'unknown'} · {node.layer} · {count(ties.length, 'relationship')} here
        </span>
        <Button size="xs" variant="default" onClick={() => onFocus(node.handle)}>
          Focus on it
        </Button>
        <Link className="tl-link" href={entityHref(book, node.handle)}>
          Open
        </Link>
      </p>
      <ul className="entity-relations">
        {ties.slice(0, SHOWN).map(({ relationship, name, handle, isOut }) => (
          <li key={`${relationship} ${handle} ${isOut}`}>
            <span className="book-quiet tl-mono">
              {isOut ? '→' : '←'} {relationship}
            </span>{' '}
            <Link className="tl-link tl-foreign" href={entityHref(book, handle)} prefetch={false}>
              {plainLine(name)}
            </Link>
          </li>
        ))}
      </ul>
      {ties.length > SHOWN && <p className="book-quiet">and {ties.length - SHOWN} more</p>}
    </section>
  )
}
