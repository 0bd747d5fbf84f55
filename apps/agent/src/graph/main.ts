import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { openCodeReader } from './reading/read-code-file.ts'

/**
 * `node graph-parser.mjs ROOT GRAMMARS`: reads a path from each line of its input and prints what that file imports and
 * defines, a line each. The parsers and their memory live and die with this process; it ends with its input.
 */
const [, , root = '', grammars = ''] = process.argv
process.stdout.on('error', () => process.exit(3))
const read = openCodeReader({ grammars })
for await (const path of createInterface({ input: process.stdin })) {
  const facts = await read(root, path)
  if (!process.stdout.write(`${JSON.stringify({ path, facts })}\n`))
    await once(process.stdout, 'drain')
}
