import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where Next.js finds its build: beside this app, whether run from source or from the bundle. */
export const dashboardFolder = (): string => {
  const folder = fileURLToPath(new URL('../../web', import.meta.url))
  if (!existsSync(`${folder}/.next/BUILD_ID`)) {
    throw new Error(`The dashboard is not built (${folder}/.next). Run \`npm run build\` first.`)
  }
  return folder
}
