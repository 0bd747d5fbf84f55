import { createLocalEmbedder } from '../create-local-embedder.ts'

/** A program that ends while it has an embedder, in the way that its first argument names. */
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
  'by-closing-in-batch': async () => {
    await embedder.warmUp()
    embedder.embed(longTexts, { mode: 'document' }).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 40))
    await embedder.close()
    process.exitCode = EXIT_CODE
  },
  'at-start': async () => {
    embedder.warmUp().catch(() => {})
    setTimeout(() => process.exit(EXIT_CODE), Number(process.argv[3]))
  },
}

await LEAVE[process.argv[2] ?? '']?.()
