// Which folders of ours an app is made of, as its package.json and those of what it uses say.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const OURS = '@teamlore/'

const usedBy = (folder) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => name.startsWith(OURS))
    .map((name) => name.slice(OURS.length))
}

const folderOf = (name) =>
  ['packages', 'apps'].map((kind) => join(root, kind, name)).find((folder) => existsSync(folder))

/** @returns the app's folder and every folder of ours that it needs, each once, in a fixed order. */
export const foldersOf = (app) => {
  const found = new Set()
  const visit = (name) => {
    const folder = folderOf(name)
    if (!folder || found.has(folder)) return
    found.add(folder)
    for (const used of usedBy(folder)) visit(used)
  }
  visit(app)
  return [...found].sort()
}
