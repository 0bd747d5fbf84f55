'use client'

import { useEffect, useState } from 'react'
import type { Language } from '../../lib/language.ts'
import { type CodeLine, createHighlighter, HIGHLIGHT_LIMIT } from './highlighter.ts'

const KEPT = 200

/** Made on first use, in the browser; shared by all code of the page. */
let highlight: ReturnType<typeof createHighlighter> | undefined
/** Rows of a long transcript come and go; coming back they find their colours here. */
const cache = new Map<string, CodeLine[]>()

const remember = (key: string, lines: CodeLine[]) => {
  cache.set(key, lines)
  if (cache.size <= KEPT) return
  const oldest = cache.keys().next()
  if (!oldest.done) cache.delete(oldest.value)
}

/** Coloured lines of a piece of code; undefined until they are there, or when it has no language or is too long. */
export const useHighlighted = (
  code: string,
  language: Language | undefined,
): CodeLine[] | undefined => {
  const key = `${language}\n${code}`
  const [latest, setLatest] = useState<{ key: string; lines: CodeLine[] }>()
  const known = cache.get(key) ?? (latest?.key === key ? latest.lines : undefined)
  const isWanted = language !== undefined && code.length <= HIGHLIGHT_LIMIT && known === undefined

  // The external system is the highlighter: grammars are fetched over the network.
  useEffect(() => {
    if (!isWanted || language === undefined) return
    let isCurrent = true
    highlight ??= createHighlighter()
    highlight(code, language).then(
      (lines) => {
        remember(key, lines)
        if (isCurrent) setLatest({ key, lines })
      },
      // Without colours the code is still there to read.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted, key, code, language])

  return known
}
