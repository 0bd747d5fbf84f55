const parsed = (text: string | undefined): unknown => {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The JSON value of an answer: the whole of it, what stands between fences, or from the first brace to the last. */
export const jsonIn = (text: string): unknown =>
  parsed(text) ??
  parsed(/```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1]) ??
  parsed(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))

/** One event for each line that is JSON; others say nothing. */
export const eventsIn = (text: string): Record<string, unknown>[] =>
  text.split('\n').flatMap((line) => {
    const value = parsed(line)
    return value === undefined ? [] : [value as Record<string, unknown>]
  })
