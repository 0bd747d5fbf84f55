import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { repositoryRoot } from './repository.ts'

/** What of `apps/web` the web service runs from. */
const NEEDED = ['dist', '.next', '.next-path', 'next.config.mjs', 'package.json']
/** The images lose the first, and maps are for who develops it. */
const isLeftOut = (path: string) => basename(path) === 'cache' || path.endsWith('.map')

/** The command of the target `web`, word for word: what a container runs. */
export const webCommand = (): string[] => {
  const dockerfile = readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8')
  const [, stage = ''] = dockerfile.split(/^FROM .* AS web$/m)
  const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(stage) ?? []
  return JSON.parse(words) as string[]
}

export type WebImage = ReturnType<typeof openWebImage>

/** A folder as the images have it at /app, as far as the web service goes: a copy of what the build made, beside the packages. */
export const openWebImage = () => {
  const app = mkdtempSync(join(tmpdir(), 'teamlore-image-'))
  const mounts: string[] = []
  const mount = (path: string, ...options: string[]) =>
    execFileSync('mount', [...options, path], { stdio: 'ignore' })
  const fill = () => {
    const web = join(app, 'apps/web')
    mkdirSync(web, { recursive: true })
    for (const name of NEEDED)
      cpSync(join(repositoryRoot, 'apps/web', name), join(web, name), {
        recursive: true,
        filter: (path) => !isLeftOut(path),
      })
    for (const name of ['package.json', 'scripts'])
      cpSync(join(repositoryRoot, name), join(app, name), { recursive: true })
    for (const name of ['node_modules', 'apps/web/node_modules'])
      symlinkSync(join(repositoryRoot, name), join(app, name))
  }
  return {
    app,
    pages: join(app, 'apps/web/.next-at'),
    fill,
    /** As `docker run --read-only`, with a place for the copy where `writable` names one. It takes Linux and root. */
    makeReadOnly: (writable?: string) => {
      mount(app, '-t', 'tmpfs', '-o', 'size=200m', 'tmpfs')
      mounts.push(app)
      fill()
      if (writable !== undefined) {
        mkdirSync(writable)
        mount(writable, '-t', 'tmpfs', '-o', 'size=100m', 'tmpfs')
        mounts.push(writable)
      }
      mount(app, '-o', 'remount,ro')
    },
    [Symbol.dispose]: () => {
      for (const path of mounts.toReversed()) execFileSync('umount', ['--lazy', path])
      rmSync(app, { recursive: true, force: true })
    },
  }
}
