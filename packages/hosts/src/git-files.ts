/** Modes of git for files; all else is a link, a folder, or another repository. */
export const FILE_MODES = ['100644', '100755']

/** Undefined where it is no text. */
export const textOf = (base64: string): string | undefined => {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const text = decoder.decode(Buffer.from(base64, 'base64'))
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
