/**
 * The words of a command as they are written in a setting: quotes keep spaces together. It is no line for a shell: nothing in it is
 * expanded, so that nothing of a prompt can become a command.
 */
export const commandWords = (line: string): string[] => {
  const words: string[] = []
  for (const [, double, single, plain] of line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g))
    words.push(double ?? single ?? plain ?? '')
  return words
}
