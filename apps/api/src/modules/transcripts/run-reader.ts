import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { transcriptReaderBroke, transcriptTooMuch } from '@teamlore/core'

export type ReaderLimits = {
  /** Of the JavaScript heap. */
  memoryMb: number
  timeMs: number
  /** Of what it prints. */
  outputBytes: number
}

type Options = {
  /** The bundle of the reader. */
  reader: string
  /** The one folder it may read and write, with the file in it. */
  folder: string
  limits: ReaderLimits
  /** Where Windows lies, which starts no program without it. */
  systemRoot?: string | undefined
  signal?: AbortSignal | undefined
}

const MAX_COMPLAINT = 4_096

/**
 * Reads one file in a process of its own, which gets nothing of ours: no environment, no open connection, no file but its
 * own code and the folder of this upload, and no way to start programs. What it prints goes into a file beside.
 *
 * @returns where that file is, once the process has ended well.
 */
export const runReader = async (
  file: string,
  { reader, folder, limits, systemRoot, signal }: Options,
): Promise<string> => {
  signal?.throwIfAborted()
  const output = join(folder, 'sessions.ndjson')
  const child = spawn(process.execPath, [...flagsOf(reader, folder, limits), reader, file], {
    cwd: folder,
    env: environmentOf(folder, systemRoot),
    // It ends with its standard input, also when this process is killed.
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const kill = () => void child.kill('SIGKILL')
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    kill()
  }, limits.timeMs)
  signal?.addEventListener('abort', kill)
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  try {
    const [code, complaint, isWhole] = await Promise.all([
      ended,
      firstOf(child.stderr),
      pipeline(
        child.stdout,
        upTo(limits.outputBytes),
        createWriteStream(output, { mode: 0o600 }),
      ).then(
        () => true,
        () => {
          kill()
          return false
        },
      ),
    ])
    signal?.throwIfAborted()
    if (code === 0 && isWhole) return output
    if (isLate || !isWhole || /heap out of memory|Allocation failed/i.test(complaint))
      throw transcriptTooMuch()
    throw transcriptReaderBroke({ cause: new Error(`exit ${code}: ${complaint}`) })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
    kill()
  }
}

/** All that the reader learns of this machine: one folder, and what Windows needs. */
const environmentOf = (folder: string, systemRoot: string | undefined): NodeJS.ProcessEnv => {
  const folders = ['HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP'].map((name) => [name, folder])
  return {
    ...Object.fromEntries([...folders, ['TZ', 'UTC']]),
    ...(systemRoot === undefined ? {} : { SystemRoot: systemRoot }),
  }
}

/** Newer Nodes bring SQLite along; older ones load it as a native addon of a package. */
const hasOwnSqlite = process.getBuiltinModule('node:sqlite') !== undefined
const hasPermissions = process.allowedNodeEnvironmentFlags.has('--permission')

const flagsOf = (reader: string, folder: string, { memoryMb }: ReaderLimits): string[] => [
  '--no-warnings',
  `--max-old-space-size=${memoryMb}`,
  hasPermissions ? '--permission' : '--experimental-permission',
  `--allow-fs-read=${dirname(reader)}`,
  `--allow-fs-read=${folder}`,
  `--allow-fs-write=${folder}`,
  ...(hasOwnSqlite ? [] : ['--allow-addons', ...packagesAround(reader)]),
]

/** Where a package may lie that the bundle asks for. */
const packagesAround = (reader: string): string[] => {
  const folders: string[] = []
  for (let at = dirname(reader); at !== dirname(at); at = dirname(at))
    folders.push(`--allow-fs-read=${join(at, 'node_modules')}`)
  return folders
}

const upTo = (maxBytes: number) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new Error('more than is allowed')
      yield chunk
    }
  }

const firstOf = async (stream: Readable): Promise<string> => {
  let text = ''
  for await (const chunk of stream) if (text.length < MAX_COMPLAINT) text += String(chunk)
  return text.slice(0, MAX_COMPLAINT)
}

/** Where a build leaves the reader, beside the bundle that this is a part of. */
export const builtReader = (): string =>
  fileURLToPath(new URL('./reader/read-transcript.mjs', import.meta.url))
