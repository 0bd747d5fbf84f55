export type PromptPart = { kind: 'words' | 'code'; text: string; language: string | undefined }

const FENCE = /^(?:```|~~~)([\w+#.-]*)[^\n]*\n([\s\S]*?)(?:\n(?:```|~~~)[ \t]*$|$(?![\s\S]))/gm

/** Cuts what a person typed into words and fenced code. Nothing else is read as markup: they typed it as it stands. */
export const promptParts = (text: string): PromptPart[] => {
  const parts: PromptPart[] = []
  let done = 0
  const words = (to: number) => {
    const between = text.slice(done, to).replace(/^\n+|\s+$/g, '')
    if (between !== '') parts.push({ kind: 'words', text: between, language: undefined })
  }
  for (const match of text.matchAll(FENCE)) {
    words(match.index)
    parts.push({ kind: 'code', text: match[2] ?? '', language: match[1] || undefined })
    done = match.index + match[0].length
  }
  words(text.length)
  return parts
}
