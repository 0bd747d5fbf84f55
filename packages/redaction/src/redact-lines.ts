import type { Redactor } from './custom/create-redactor.ts'

/** Lines without secrets, as many as before; undefined where a secret goes over several of them, as a private key does. */
export const redactLines = (
  lines: readonly string[],
  { redact }: Redactor,
): { lines: string[] | undefined; count: number } => {
  const { text, count } = redact(lines.join('\n'))
  if (count === 0) return { lines: [...lines], count }
  const left = text.split('\n')
  return { lines: left.length === lines.length ? left : undefined, count }
}
