type Snippet = { text: string; highlights: [number, number][] }

/** A snippet without the title it begins with, for places that show both; where the title was cut, it goes on at `…`. */
export const afterTitle = ({ title, snippet }: { title: string; snippet: Snippet }): Snippet => {
  const said = title.replace(/^…+|…+$/g, '')
  const lead = /^…*/.exec(snippet.text)?.[0].length ?? 0
  if (said === '' || !snippet.text.startsWith(said, lead)) return snippet
  const end = lead + said.length
  const from = end + (/^\s*/.exec(snippet.text.slice(end))?.[0].length ?? 0)
  const rest = snippet.text.slice(from)
  const goesOn = title.endsWith('…') && rest !== '' && !rest.startsWith('…') ? '…' : ''
  const place = (at: number) => Math.max(0, at - from) + goesOn.length
  return {
    text: goesOn + rest,
    highlights: snippet.highlights
      .filter(([, to]) => to > from)
      .map(([start, to]) => [place(start), place(to)]),
  }
}
