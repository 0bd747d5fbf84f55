/**
 * The beginning of a file that a tool loads as JavaScript: `call(event, folder, said)` runs the program of our hooks, and gives what it
 * says. It never fails, and waits a second at most.
 */
export const callShim = (tool: string, shim: string, platform: NodeJS.Platform): string => {
  const isWindows = platform === 'win32'
  return `import { execFile } from 'node:child_process'

const SHIM = ${JSON.stringify(isWindows ? `"${shim}"` : shim)}

const call = (event, cwd, said) =>
  new Promise((resolve) => {
    try {
      const options = { cwd, timeout: 1000, windowsHide: true, shell: ${isWindows} }
      const child = execFile(SHIM, [event, '${tool}'], options, (error, stdout) => resolve(error ? '' : stdout))
      child.on('error', () => resolve(''))
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(JSON.stringify(said ?? {}))
    } catch {
      resolve('')
    }
  })
`
}
