import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openPersonAtBrowser } from './person-at-browser.ts'
import type { SuiteProgram } from './suite-program.ts'
import { readResults, type ScenarioResult } from './suite-results.ts'

/** What waits for something that never comes ends after this. */
const PATIENCE_MS = '5000'

type Run = {
  words: readonly string[]
  /** What the suite puts before the names of its results. */
  prefix: string
  onLine?: (line: string) => void
  /** Ends it before its time. */
  signal?: AbortSignal
}

const runSuite = async (
  { node, script }: SuiteProgram,
  { words, prefix, onLine = () => undefined, signal }: Run,
): Promise<ScenarioResult[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-conformance-'))
  try {
    const child = spawn(node, [script, ...words, '-o', folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
      signal,
    })
    createInterface({ input: child.stdout }).on('line', onLine)
    await once(child, 'close')
    return readResults(folder, prefix)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const runServerSuite = (
  suite: SuiteProgram,
  url: string,
  version: string,
): Promise<ScenarioResult[]> =>
  runSuite(suite, {
    words: ['server', '--url', url, '--requirements', version, '--timeout', PATIENCE_MS],
    prefix: 'server-',
  })

type Authorization = { url: string; key: string; callbackPort: number }

/** The suite shows an address, as a client does; a person opens it, signed in, and lets the client in. */
export const runAuthorizationSuite = async (
  suite: SuiteProgram,
  { url, key, callbackPort }: Authorization,
): Promise<ScenarioResult[]> => {
  const person = await openPersonAtBrowser(url, key)
  const clientId = await registerClient(url, `http://127.0.0.1:${callbackPort}/callback`)
  const stop = new AbortController()
  return runSuite(suite, {
    words: [
      ...['authorization', '--url', url, '--client-id', clientId],
      ...['--resource', `${url}/mcp`, '-p', String(callbackPort)],
    ],
    prefix: 'authorization-server-',
    onLine: (line) => {
      if (!line.startsWith(`${url}/oauth/authorize?`)) return
      // The suite would wait five minutes for a callback that does not come.
      person.letIn(line).catch((error: unknown) => stop.abort(error))
    },
    signal: stop.signal,
  })
}

const registerClient = async (url: string, redirectUri: string): Promise<string> => {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'The suite', redirect_uris: [redirectUri] }),
  })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  const { client_id } = (await response.json()) as { client_id: string }
  return client_id
}
