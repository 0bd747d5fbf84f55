import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** The path that a build for any path is made for (scripts/build.mjs). Nothing else in it looks like that. */
export const PLACEHOLDER = '/__teamlore_path__'
/** Where such a build lies, in the folder of the dashboard, and where what was made of it. */
const BUILT = '.next-path'
const MADE = '.next-at'

/** Of a build, what serving it needs. */
const NOT_SERVED = new Set(['cache', 'diagnostics', 'trace', 'trace-build', 'turbopack', 'types'])
const HOLDS_PATH = /\.(js|json|html|rsc|css|body|meta|txt)$/

class PagesError extends Error {
  override name = 'PagesError'
}

/**
 * The pages as they are served below a path: a copy of the build for any path, with the path in place of the placeholder. One that was
 * made of the same build is taken as it is. Gives its folder, seen from `dir`.
 * @throws PagesError saying what to do when there is no such build, or the copy cannot be written.
 */
export const pagesAtPath = (dir: string, basePath: string): string => {
  const built = join(dir, BUILT)
  const buildId = idOf(built)
  if (buildId === undefined)
    throw new PagesError(
      `TEAMLORE_URL has the path ${basePath}, and the dashboard is not built for one. Run \`npm run build\` first.`,
    )
  const name = join(MADE, basePath.slice(1).replaceAll('/', '+'))
  const made = join(dir, name)
  if (idOf(made) === buildId) return name
  try {
    makeCopy(built, made, basePath)
  } catch (error) {
    throw new PagesError(
      `The pages below ${basePath} cannot be written to ${made} (${(error as NodeJS.ErrnoException).code ?? String(error)}). Make the folder ${join(dir, MADE)} writable to the user that runs Teamlore.`,
      { cause: error },
    )
  }
  return name
}

const idOf = (folder: string): string | undefined => {
  const file = join(folder, 'BUILD_ID')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Beside its place first, so that a copy that was cut short is never served. */
const makeCopy = (built: string, made: string, basePath: string): void => {
  const unfinished = `${made}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  for (const name of readdirSync(built))
    if (!NOT_SERVED.has(name)) copyAt(join(built, name), join(unfinished, name), basePath)
  rmSync(made, { recursive: true, force: true })
  renameSync(unfinished, made)
}

const copyAt = (from: string, to: string, basePath: string): void => {
  // Maps are for who develops it.
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.map') })
  for (const file of filesIn(to)) {
    if (!HOLDS_PATH.test(file)) continue
    const text = readFileSync(file, 'utf8')
    if (text.includes(PLACEHOLDER)) writeFileSync(file, text.replaceAll(PLACEHOLDER, basePath))
  }
}

const filesIn = (path: string): string[] => {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path]
    throw error
  }
}
