const NUMBERS = /^v?(\d+)\.(\d+)\./

/**
 * Whether one release came before another; patches do not count, and neither does what was built from source, which has no
 * number to go by.
 */
export const isOlderVersion = (version: string, than: string): boolean => {
  const [a, b] = [version, than].map((text) => NUMBERS.exec(text)?.slice(1).map(Number))
  if (!a || !b || isFromSource(version) || isFromSource(than)) return false
  const [major = 0, minor = 0] = a
  const [thanMajor = 0, thanMinor = 0] = b
  return major < thanMajor || (major === thanMajor && minor < thanMinor)
}

const isFromSource = (version: string): boolean => version.startsWith('0.0.0')
