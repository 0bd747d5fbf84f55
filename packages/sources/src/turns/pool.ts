/** Maximum number of pooled texts that occur again and again, such as folders and branches; what is not like that is not pooled. */
const MOST = 1_000

/** Has equal texts be one text in memory. */
export const createPool = () => {
  const texts = new Map<string, string>()
  return <Text extends string | null>(text: Text): Text => {
    if (text === null) return text
    const known = texts.get(text)
    if (known !== undefined) return known as Text
    if (texts.size < MOST) texts.set(text, text)
    return text
  }
}
