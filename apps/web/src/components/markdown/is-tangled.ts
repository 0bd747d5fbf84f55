/** Readable to nobody, and what reading takes grows by its square: 250 nested lists are two seconds. */
const DEEPEST = 24
/** Beginnings of links, emphasis and code in one paragraph: the square of these, too. */
const MOST_OPENINGS = 2_000

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/
/** What begins HTML may hold what looks like a fence and is none. */
const HTML = /^ {0,3}</m
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\||$)/
const OPENINGS = /[[*_~`]/g

/**
 * Whether text would keep a browser from everything else for seconds if it were read as Markdown: it is of whoever wrote the session,
 * and is shown to others. In time that is linear.
 */
export const isTangled = (text: string): boolean => {
  let openings = 0
  let isTable = false
  for (const line of linesOutsideFences(text)) {
    const containers = CONTAINERS.exec(line)?.[0] ?? ''
    if (depthOf(containers) > DEEPEST) return true
    const rest = line.slice(containers.length)
    // A paragraph goes on in a quote, and ends at an empty line and before an item of a list.
    const isNew = rest.trim() === '' || /[-*+\d]/.test(containers)
    isTable = !isNew && (isTable || DELIMITER_ROW.test(line))
    if (isNew || isTable) openings = 0
    openings += rest.match(OPENINGS)?.length ?? 0
    if (openings > MOST_OPENINGS) return true
  }
  return false
}

function* linesOutsideFences(text: string): Generator<string> {
  const hasFences = !HTML.test(text)
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const isInside = fence !== undefined
    if (fence !== undefined) fence = closes(line, fence) ? undefined : fence
    else if (hasFences) fence = fenceOf(line)
    if (!isInside && fence === undefined) yield line
  }
}

const fenceOf = (line: string): string | undefined => {
  const [, ticks, tildes] = FENCE.exec(line) ?? []
  return ticks ?? tildes
}

const closes = (line: string, fence: string): boolean => {
  const rest = line.trim()
  return rest.startsWith(fence) && rest.replaceAll(fence[0] ?? '', '') === ''
}

/** Signs of containers, and two columns before them for each that holds them. */
const depthOf = (containers: string): number => {
  const signs = containers.replaceAll(/[^>*+\-.)]/g, '').length
  const indent = /^[ \t]*/.exec(containers)?.[0].replaceAll('\t', '    ').length ?? 0
  return signs === 0 ? 0 : signs + indent / 2
}
