/** One line, at most 200 characters. */
export const asTitle = (text: string | null): string | null => {
  const line = text?.slice(0, 2_000).replace(/\s+/g, ' ').trim() ?? ''
  if (line === '') return null
  const characters = [...line]
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('')}…`
}
