import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { CliError } from '../errors/cli-error.ts'
import type { ReadCodeFiles } from './build-graph.ts'
import type { FileFacts } from './reading/graph.types.ts'

/** Fewer files are not worth the start of a second process. */
const FILES_FOR_ANOTHER = 400
const MAX_PROCESSES = 4

type Read = { path: string; facts: FileFacts | null }

/** The parsers lie beside the command: `bin/lore.mjs`, `dist/graph-parser.mjs`, `dist/grammars`. */
const partsBeside = (script: string): { parser: string; grammars: string } => {
  const dist = join(dirname(realpathSync(script)), '..', 'dist')
  return { parser: join(dist, 'graph-parser.mjs'), grammars: join(dist, 'grammars') }
}

async function* readWith(
  { parser, grammars }: ReturnType<typeof partsBeside>,
  root: string,
  paths: readonly string[],
): AsyncGenerator<Read> {
  const child = spawn(process.execPath, [parser, root, grammars], {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  const closed = once(child, 'close')
  child.stdin.on('error', () => undefined)
  child.stdin.end(paths.map((path) => `${path}\n`).join(''))
  try {
    for await (const line of createInterface({ input: child.stdout }))
      yield JSON.parse(line) as Read
    await closed
  } finally {
    child.kill()
  }
}

/** Several streams as one, each read as fast as it comes. */
async function* together<T>(streams: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const pending = new Map(
    streams.map((stream) => [stream, stream.next().then((next) => ({ stream, next }))]),
  )
  while (pending.size > 0) {
    const { stream, next } = await Promise.race(pending.values())
    if (next.done) pending.delete(stream)
    else {
      pending.set(
        stream,
        stream.next().then((following) => ({ stream, next: following })),
      )
      yield next.value
    }
  }
}

/**
 * Reads files in processes of their own, so that no parser weighs on `lore` itself. What breaks a parser costs the files
 * behind it in its share: they are given to a new one, without the file that broke it.
 */
export const readInProcesses = (script: string): ReadCodeFiles =>
  async function* (root, paths) {
    if (paths.length === 0) return
    const parts = partsBeside(script)
    if (!existsSync(parts.parser))
      throw new CliError({
        code: 'cli.graph_parser_missing',
        message: 'The parsers of the code graph are not beside this command.',
        hint: 'Install `lore` again; from a checkout of its sources, run `npm run build`.',
      })
    const wanted = Math.min(
      MAX_PROCESSES,
      availableParallelism(),
      Math.ceil(paths.length / FILES_FOR_ANOTHER),
    )
    const shares = Array.from({ length: wanted }, (_, at) =>
      paths.filter((_path, index) => index % wanted === at),
    )
    yield* together(shares.map((share) => persistently(parts, root, share)))
  }

async function* persistently(
  parts: ReturnType<typeof partsBeside>,
  root: string,
  paths: readonly string[],
): AsyncGenerator<Read> {
  // One file a line: no such name can be asked for.
  let left = paths.filter((path) => !/[\n\r]/.test(path))
  while (left.length > 0) {
    let done = 0
    for await (const read of readWith(parts, root, left)) {
      done++
      yield read
    }
    left = left.slice(done + 1)
  }
}
