import { Worker } from 'node:worker_threads'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
console.log(tsx, process.execArgv)
const t = Date.now()
const worker = new Worker(new URL('./thread.ts', import.meta.url), { execArgv: ['--import', tsx] })
worker.on('message', (m) => { console.log(m, Date.now() - t) })
worker.on('error', (e) => console.log('ERR', e))
worker.on('exit', (c) => console.log('exit', c))
