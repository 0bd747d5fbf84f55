import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Where Next.js finds its build: beside this app, whether run from source or from the bundle. What is served below a path is another
 * build.
 */
export const dashboardFolder = (basePath: string): string => {
  const folder = fileURLToPath(new URL('../../web', import.meta.url))
  const build = `${folder}/${basePath === '' ? '.next' : '.next-path'}`
  if (!existsSync(`${build}/BUILD_ID`)) {
    throw new Error(`The dashboard is not built (${build}). Run \`npm run build\` first.`)
  }
  return folder
}
