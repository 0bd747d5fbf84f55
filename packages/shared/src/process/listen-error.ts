export class CannotListenError extends Error {
  override name = 'CannotListenError'
}

/** The sentence for a port or address that cannot be had; other errors come back as they are. */
export const explainListenError = (error: unknown, port: number, host: string): unknown => {
  const sentence = sentenceFor((error as NodeJS.ErrnoException).code, port, host)
  return sentence === undefined ? error : new CannotListenError(sentence, { cause: error })
}

const sentenceFor = (code: string | undefined, port: number, host: string): string | undefined => {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop it, or choose another port, such as PORT=${port + 1}.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${host} is no address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all it has.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose one above 1023, such as PORT=4000.`
    default:
      return undefined
  }
}
