/** `   12→text`, as a tool prints a file with line numbers. */
const NUMBERED = /^\s{0,8}(\d+)(?:→|\t)(.*)$/

/**
 * Takes the line numbers off a printed file, so that the code can be coloured and copied. Undefined when it is no such
 * print: its lines are numbered one after another. What the tool wrote below the file comes back as `rest`.
 */
export const withoutLineNumbers = (
  text: string,
): { code: string; firstLine: number; rest: string } | undefined => {
  const lines = text.replace(/\n+$/, '').split('\n')
  const code: string[] = []
  let firstLine: number | undefined
  for (const line of lines) {
    const match = NUMBERED.exec(line)
    if (!match) break
    firstLine ??= Number(match[1])
    if (Number(match[1]) !== firstLine + code.length) return undefined
    code.push(match[2] ?? '')
  }
  if (firstLine === undefined || code.length < lines.length * 0.6) return undefined
  return { code: code.join('\n'), firstLine, rest: lines.slice(code.length).join('\n').trim() }
}
