import { createLocalEmbedder } from '../create-local-embedder.ts'

/** A program that never closes its embedder: `node leave-early.ts when-idle | in-batch | at-start`. */
const EXIT_CODE = 7
const embedder = createLocalEmbedder()
const longTexts = Array.from({ length: 200 }, (_, i) => `document ${i} `.repeat(300))

const LEAVE: Record<string, () => Promise<void>> = {
  'when-idle': async () => {
    await embedder.embed(['one question'], { mode: 'query' })
    process.exitCode = EXIT_CODE
  },
  'in-batch': async () => {
    await embedder.warmUp()
    embedder.embed(longTexts, { mode: 'document' }).catch(() => {})
    setTimeout(() => process.exit(EXIT_CODE), 40)
  },
  'at-start': async () => {
    embedder.warmUp().catch(() => {})
    setTimeout(() => process.exit(EXIT_CODE), Number(process.argv[3]))
  },
}

await LEAVE[process.argv[2] ?? '']?.()
