/** What dependency-cruiser finds of the same files: a tool of others, with a resolver of its own. */
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const CRUISER = fileURLToPath(new URL('../../node_modules/.bin/depcruise', import.meta.url))

type Cruised = {
  modules: {
    source: string
    dependencies: { resolved: string; dependencyTypes: string[]; module: string }[]
  }[]
}

/** From file to file it imports, with what the tool calls the import. */
export type KnownImports = Map<string, Map<string, string>>

/** Types count as imports, and nothing outside of the repository is followed. */
const configuration = (tsConfig: string | undefined): string =>
  `module.exports = ${JSON.stringify({
    options: {
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|\\.next)/' },
      tsPreCompilationDeps: true,
      parser: 'tsc',
      ...(tsConfig === undefined ? {} : { tsConfig: { fileName: tsConfig } }),
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'require', 'types', 'default'],
        extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs'],
      },
    },
  })}`

export const knownImports = async (
  root: string,
  {
    folders,
    tsConfig,
    scratch,
  }: { folders: readonly string[]; tsConfig: string | undefined; scratch: string },
): Promise<KnownImports> => {
  const config = join(scratch, 'known-imports.cjs')
  await writeFile(config, configuration(tsConfig))
  const words = [...folders, '--config', config, '--output-type', 'json']
  const { stdout } = await run(CRUISER, words, { cwd: root, maxBuffer: 1e9 })
  await rm(config)
  const { modules } = JSON.parse(stdout) as Cruised
  return new Map(
    modules.map(({ source, dependencies }) => [
      source,
      new Map(
        dependencies.map(({ resolved, dependencyTypes }) => [resolved, dependencyTypes.join(' ')]),
      ),
    ]),
  )
}
