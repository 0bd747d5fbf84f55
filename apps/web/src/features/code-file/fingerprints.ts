import type { Blamed } from '@teamlore/shared/blame'

/** Lines of a file as git counts them: what ends with a line break has no empty line behind it. */
export const linesIn = (text: string): string[] => {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * Of each line 16 hex digits of the sha256 of its trimmed text; null for a blank one.
 *
 * @throws where the browser has no hash: it gives one on https and on this machine alone.
 */
export const printsOf = (lines: readonly string[]): Promise<(string | null)[]> => {
  const { subtle } = globalThis.crypto
  if (subtle === undefined)
    throw new Error('Browsers make fingerprints on https and localhost alone; use lore blame.')
  const encoder = new TextEncoder()
  return Promise.all(
    lines.map(async (line) => {
      const trimmed = line.trim()
      if (trimmed === '') return null
      const bytes = new Uint8Array(await subtle.digest('SHA-256', encoder.encode(trimmed)))
      return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    }),
  )
}

/** Lines that follow each other and are by the same session and commit, or by none. */
export type Stretch = {
  /** Its first line, from 1. */
  from: number
  /** Null: the text of this line is not known. */
  texts: (string | null)[]
  commit: NonNullable<Blamed['commit']> | null
  session: NonNullable<Blamed['session']> | null
  /** What had been asked for when its first line was written. */
  prompt: string | null
}

/** A blank line goes with those before it; one whose text is not known does not. */
export const stretchesOf = (
  texts: readonly (string | null)[],
  blames: readonly (Blamed | undefined)[],
): Stretch[] => {
  const found: Stretch[] = []
  texts.forEach((text, at) => {
    const blamed = blames[at]
    const commit = blamed?.commit ?? null
    const session = blamed?.session ?? null
    const last = found.at(-1)
    const isKnown = text !== null
    const isBlank = text?.trim() === ''
    const isSame =
      last !== undefined &&
      last.texts.some((one) => one !== null) === isKnown &&
      ((isKnown && (isBlank || blamed === undefined)) ||
        (last.session?.id === session?.id && last.commit?.id === commit?.id))
    if (isSame) last.texts.push(text)
    else
      found.push({
        from: at + 1,
        texts: [text],
        commit,
        session,
        prompt: blamed?.prompt?.text ?? null,
      })
  })
  return found
}
