'use client'

import { useState } from 'react'
import { plainLine } from '../../lib/format/plain-text.ts'
import { pictureHref } from './book-hrefs.ts'

type Shown = { book: string; note: string; name: string; alt: string }

const DRAWING = /\.svg$/iu

/** A picture that a note shows, by its name. A drawing may hold a script: it is saved, and never shown here. */
export const NotePicture = ({ book, note, name, alt }: Shown) => {
  const [isMissing, setMissing] = useState(false)
  const words = `[image: ${plainLine(alt || name)}]`
  if (isMissing) return <span title={plainLine(name)}>{words}</span>
  const href = pictureHref(book, { note, name })
  if (DRAWING.test(name))
    return (
      <a className="tl-link" href={href} download title={plainLine(name)}>
        {words}
      </a>
    )
  return (
    // biome-ignore lint/performance/noImgElement: it comes from the API as it is, for who may see it.
    <img
      className="note-picture"
      src={href}
      alt={plainLine(alt || name)}
      title={plainLine(name)}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  )
}
