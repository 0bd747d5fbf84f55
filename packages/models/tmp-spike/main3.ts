import { Worker } from 'node:worker_threads'
const entry = new URL('./thread.ts', import.meta.url).href
const boot = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register(); await import(${JSON.stringify(entry)})`
const w = new Worker(new URL('data:text/javascript,' + encodeURIComponent(boot)), { execArgv: [] })
  w.on('message', (m) => console.log('OK', JSON.stringify(m).slice(0,80)))
  w.on('error', (e) => console.log('ERR', e.message))
  w.on('exit', (c) => { console.log('exit', c) })
