/** A name takes at most 255 bytes; this leaves room in any script. */
const MAX_CHARS = 60

/**
 * A name for a file on this machine, out of what somebody calls theirs: the last part of it, without what would lead
 * elsewhere or mean something to a system.
 */
export const safeFileName = (said: string): string => {
  const last = said.split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(/[\p{C}<>:"|?*]/gu, '_')
    .trim()
  const name = clean.length <= MAX_CHARS ? clean : shortened(clean)
  return /^[.\s]*$/.test(name) ? 'transcript' : name
}

/** Its end says what it is; of the rest, as much as there is room for, from its end too: ids stand there. */
const shortened = (name: string): string =>
  [...name.slice(-MAX_CHARS * 2)].slice(-MAX_CHARS).join('')
