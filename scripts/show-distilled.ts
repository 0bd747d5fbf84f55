// For reading with one's own eyes: distils session files without a server and prints what came of it.
// npx tsx scripts/show-distilled.ts FILE|FOLDER… [--titles] [--form: without the embedding]
import { performance } from 'node:perf_hooks'
import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import type { ReadSession } from '@teamlore/sources/source'
import { distilInputOf } from '../bench/harness/distil-input.ts'
import {
  createExtractiveDistiller,
  createSentenceVectors,
  type Distillate,
} from '../packages/core/src/index.ts'
import { createLocalEmbedder } from '../packages/models/src/index.ts'

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const titlesOnly = process.argv.includes('--titles')
const say = (line: string) => process.stdout.write(`${line}\n`)

const embedder = process.argv.includes('--form') ? undefined : createLocalEmbedder()
const distiller = createExtractiveDistiller({ vectors: createSentenceVectors(embedder) })
const distil = (session: ReadSession): Promise<Distillate> =>
  distiller.distil(distilInputOf(session))

const show = ({ observations, summaries }: Distillate) => {
  for (const o of observations) {
    say(
      `\n* [${o.purpose} ${o.type}/${o.origin} ${o.confidence?.toFixed(2) ?? ''}] ${o.title}\n    ~ ${o.subtitle}`,
    )
    if (titlesOnly) continue
    say(`    ${o.narrative}`)
    for (const fact of o.facts) say(`      - ${fact}`)
    say(`      concepts: ${o.concepts.join(', ')}`)
    say(`      modified: ${o.filesModified.join(', ')} · read: ${o.filesRead.length}`)
  }
  if (titlesOnly) return
  for (const { promptNumber, promptId: _, occurredAt: __, ...parts } of summaries) {
    say(`\n= prompt ${promptNumber}`)
    for (const [name, text] of Object.entries(parts)) if (text !== '') say(`    ${name}: ${text}`)
  }
}

const source = createClaudeCodeSource()
const types = new Map<string, number>()
const times: number[] = []
let [observations, summaries] = [0, 0]
for (const path of paths) {
  for await (const found of source.find(path)) {
    if ('problem' in found) continue
    const read = await source.read([found.path])
    if (read.status === 'skipped') continue
    const started = performance.now()
    const distillate = await distil(read.session)
    times.push(performance.now() - started)
    observations += distillate.observations.length
    summaries += distillate.summaries.length
    for (const { type, origin } of distillate.observations) {
      types.set(`${type}/${origin}`, (types.get(`${type}/${origin}`) ?? 0) + 1)
    }
    say(`\n######## ${found.path} · ${read.session.messages.length} messages`)
    show(distillate)
  }
}
times.sort((a, b) => a - b)
const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)
say(`\n${times.length} sessions, ${observations} observations, ${summaries} summaries`)
say([...types].map(([type, count]) => `${type} ${count}`).join(', '))
say(`ms per session: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}`)
await embedder?.close()
