import { makeFindBook } from '../../book/book-of-mcp.ts'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { runBridge } from '../../mcp-bridge/bridge.ts'
import type { BridgeServer } from '../../mcp-bridge/send-message.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type McpBridgeOptions = { book?: string | undefined }

/** `lore mcp`: for clients that start a program. What the server says goes to stdout, and nothing else does. */
export const makeRunMcp =
  ({ stdout }: { stdout: NodeJS.WritableStream }) =>
  async (context: CommandContext, { book }: McpBridgeOptions = {}): Promise<ExitCode> => {
    if (context.isJson)
      throw usageError('`lore mcp` speaks a protocol of its own.', 'Leave out --json.')
    const findBook = makeFindBook(context.cwd(), book)
    const stop = new AbortController()
    const release = context.onInterrupt(() => stop.abort())
    try {
      await runBridge({
        input: context.stdin,
        write: (line) => stdout.write(line),
        findServer: () => bridgeServer(context, findBook),
        signal: stop.signal,
      })
      return EXIT.ok
    } finally {
      release()
    }
  }

type FindBook = ReturnType<typeof makeFindBook>

const bridgeServer = async (
  { config, paths }: CommandContext,
  findBook: FindBook,
): Promise<BridgeServer> => {
  const { client, server, stored } = await openConnection({ config, paths, warn: () => undefined })
  return { url: server, key: stored?.key ?? config.key ?? '', book: await findBook(client) }
}
