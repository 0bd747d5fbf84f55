import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
}

/** Shows a page in the browser of whoever sits here. The address is on the screen as well, so nothing depends on it. */
export const openPage = (url: string): void => {
  const [program, ...words] = OPENERS[process.platform] ?? []
  // No shell: the address is one word, whatever it is made of.
  if (program === undefined || !/^https?:\/\//.test(url)) return
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
