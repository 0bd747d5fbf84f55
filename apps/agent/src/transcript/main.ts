import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSources } from '@teamlore/sources/sources'
import { readTranscript } from './read-transcript.ts'

/**
 * `node read-transcript.mjs FILE`: what a server runs, shut off from everything else, for a file that somebody gave it. It
 * prints what `readTranscript` yields and ends with its standard input, so that it never outlives who started it.
 */
const [, , file] = process.argv
if (file === undefined) {
  process.stderr.write('Name the file to read: node read-transcript.mjs FILE\n')
  process.exit(2)
}
process.stdin.on('error', () => process.exit(3)).on('end', () => process.exit(3))
process.stdin.resume()
process.stdout.on('error', () => process.exit(3))

const workFolder = await mkdtemp(join(tmpdir(), 'lore-transcript-'))
try {
  // Tools are looked for nowhere but in the file.
  const sources = createSources({ home: workFolder, platform: process.platform, variables: {} })
  for await (const line of readTranscript(file, { sources, workFolder }))
    if (!process.stdout.write(line)) await once(process.stdout, 'drain')
} finally {
  await rm(workFolder, { recursive: true, force: true })
}
// Else the open standard input would keep it alive.
process.stdin.destroy()
