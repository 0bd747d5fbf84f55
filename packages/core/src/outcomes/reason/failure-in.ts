const MAX_QUOTE = 400
const MOST_LINES = 4

const FAILS =
  /fail|error|panic|exception|expected|assert|denied|refused|unrecogni[sz]ed|cannot|not found|^\s*(?:✗|✕|×|●|E\s)/i
/** Where it happened, and how many others passed. */
const NOISE =
  /^\s*(?:at\s|\d+ \||File "|#\d+\s|Caused by:?$)|node_modules\/|^[=\s]*\d+ (?:passed|failed)|^\s*(?:✓|✔|PASS\b|ok\b)|exit (?:code|status)/

/** The lines of a tool's output that say what failed. */
export const failureIn = (output: string): string | undefined => {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !NOISE.test(line))
  const first = lines.findIndex((line) => FAILS.test(line))
  if (first === -1) return undefined
  return lines
    .slice(first, first + MOST_LINES)
    .map((line) => line.trim())
    .join('\n')
    .slice(0, MAX_QUOTE)
}
