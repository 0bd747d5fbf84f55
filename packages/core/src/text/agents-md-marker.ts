import { codeParts, mapProse } from './code-spans.ts'

/** What every exported line of an AGENTS.md ends with: the memory it is of, and a hash of what was written. */
const MARKER = /<!-- lore:(mem_[0-9a-hjkmnp-tv-z]{26}) ([0-9a-f]{8}) -->/

const AT_END = new RegExp(`^(.*?)[ \\t]*${MARKER.source}[ \\t]*$`, 'su')

export const markerOf = (id: string, hash: string): string => `<!-- lore:${id} ${hash} -->`

export type Marked = { text: string; id: string; hash: string }

/** A line with its marker taken off; undefined where it has none at its end. */
export const readMarker = (line: string): Marked | undefined => {
  const [, text, id, hash] = AT_END.exec(line) ?? []
  if (text === undefined || id === undefined || hash === undefined) return undefined
  return { text, id, hash }
}

/** Whether a text has a marker anywhere: it was copied from an export. */
export const hasMarker = (text: string): boolean => MARKER.test(text)

/** The texts of lines with markers, without them: wherever they were copied to, they are the team's own words. */
export const markedTexts = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    if (!MARKER.test(line)) return []
    // A line that came through a tool may go on behind it, or say where it stands before it.
    return line.split(MARKER)[0]?.trim() || []
  })

/** What the text of an entry says, without its title: a passage for the statement, and one for the reason. */
export const passagesOfEntry = (text: string): string => {
  const said = text
    .replace(/^\s*[-*+]\s+/u, '')
    .replace(/^\*\*(?:[^*\\]|\\.)+?:\*\*\s+/u, '')
    .replace(' *Why:* ', '\n')
  return mapProse(codeParts(said, { hasEscapes: true }), (prose) =>
    prose.replace(/\\([\\<>`~@![\]*.)])/gu, '$1'),
  )
}
