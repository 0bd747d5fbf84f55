import { Worker } from 'node:worker_threads'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
const r = createRequire(import.meta.url)
const entry = new URL('./thread.ts', import.meta.url).href
const run = (label, make) => new Promise((done) => {
  const t = Date.now(); let w
  try { w = make() } catch (e) { console.log(label, 'THROW', e.message); return done() }
  w.on('message', (m) => console.log(label, 'OK', JSON.stringify(m).slice(0,80), Date.now() - t))
  w.on('error', (e) => console.log(label, 'ERR', e.message))
  w.on('exit', (c) => { console.log(label, 'exit', c); done() })
})
const api = pathToFileURL(r.resolve('tsx/esm/api')).href
console.log(process.version, api)
await run('esm', () => new Worker(new URL(entry), { execArgv: ['--import', pathToFileURL(r.resolve('tsx/esm')).href] }))
await run('main', () => new Worker(new URL(entry), { execArgv: ['--import', pathToFileURL(r.resolve('tsx')).href] }))
await run('cli-require+import', () => new Worker(new URL(entry), { execArgv: ['--require', r.resolve('tsx/preflight'), '--import', pathToFileURL(r.resolve('tsx')).href] }))
const apiM = pathToFileURL(r.resolve('tsx/package.json').replace('package.json','dist/esm/api/index.mjs')).href
const boot = `import { register } from ${JSON.stringify(apiM)}; register(); await import(${JSON.stringify(entry)})`
await run('data', () => new Worker(new URL('data:text/javascript,' + encodeURIComponent(boot)), { execArgv: [] }))
await run('eval', () => new Worker(`const { register } = require(${JSON.stringify(r.resolve('tsx/esm/api'))}); register(); import(${JSON.stringify(entry)})`, { eval: true, execArgv: [] }))
const boot2 = `import { tsImport } from ${JSON.stringify(apiM)}; await tsImport(${JSON.stringify(entry)}, import.meta.url)`
await run('tsImport', () => new Worker(new URL('data:text/javascript,' + encodeURIComponent(boot2)), { execArgv: [] }))
