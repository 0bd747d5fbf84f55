import { bearer } from './edge-app.ts'

export type EventStream = {
  response: Response
  /** Waits for the next event or comment whose text matches. */
  next: (pattern: RegExp) => Promise<string>
  /** All that came so far. */
  text: () => string
  /** Resolves when the server has closed the stream, with all that came. */
  ended: Promise<string>
  leave: () => void
}

/** Listens to live events as a browser does. */
export const openEvents = async (url: string, key: string): Promise<EventStream> => {
  const abort = new AbortController()
  const response = await fetch(url, { headers: bearer(key), signal: abort.signal })
  let text = ''
  let wake = () => {}
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      wake()
    }
    return text
  }
  const ended = read().catch(() => text)
  let done = false
  void ended.then(() => {
    done = true
    wake()
  })
  const next = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(text)
      if (match) return match[0]
      if (done) throw new Error(`the stream ended without ${pattern}: ${text}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { response, next, ended, text: () => text, leave: () => abort.abort() }
}
