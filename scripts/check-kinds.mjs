// What holds of every kind of document derives from the registry in packages/shared/src/kinds. A kind is named in a text of its own
// only where its noun is at home; elsewhere a new kind would be forgotten without a word from the compiler.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/run.mjs'

/** Only names that mean nothing else: `message` and `summary` are kinds of messages, too. */
const NAMED = /(['"])(?:observation|memory_file)\1/

/** Where a noun is at home, and what is a list or a word of its own. */
const AT_HOME = [
  /^packages\/shared\/src\/(?:ids\.ts|kinds\/|routes\/)/,
  /^packages\/core\/src\/observations\//,
  /^packages\/core\/src\/(?:records\/.*\.record|documents\/documents-of-[a-z-]+)\.ts$/,
  // A deletion counts what goes, table by table.
  /^packages\/db\/src\/forgetting\/counting\.ts$/,
  // Ids that a use case makes.
  /^packages\/core\/src\/(?:distil\/(?:distil-session|write-claims)|import\/(?:(?:import|write)-records|single-record))\.ts$/,
  // A brief is made of observations and summaries, and of nothing else.
  /^packages\/(?:core|db)\/src\/context\/(?:brief|rank-brief)/,
  // Words for people, parts of a session, another program's rows.
  /^apps\/web\/src\/features\/sessions\/sessions-page\.tsx$/,
  /^apps\/agent\/src\/(?:views\/(?:session|status)\.view|importers\/claude-mem\.peer)\.ts$/,
  /^apps\/api\/src\/mcp\/session-overview\.ts$/,
]

const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /^(?:apps|packages)\/[a-z]+\/src\//.test(file))
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
const strays = files.filter(
  (file) =>
    !AT_HOME.some((home) => home.test(file)) && NAMED.test(readFileSync(join(root, file), 'utf8')),
)
if (files.length === 0 || strays.length > 0) {
  process.stderr.write(
    `Kinds of documents are named outside the registry (packages/shared/src/kinds/kinds.ts) in:\n${strays.join('\n')}\n`,
  )
  process.exit(1)
}
process.stdout.write(`kinds: ${files.length} files, none names a kind that is not its own\n`)
