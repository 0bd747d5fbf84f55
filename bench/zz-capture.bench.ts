import { writeFileSync, appendFileSync } from 'node:fs'
import { createLocalEmbedder } from '@teamlore/models'
import { makeSearch } from '@teamlore/core'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { loadRetrievalSets } from './harness/retrieval-sets.ts'
const e0 = createLocalEmbedder()
const embedder = cachedEmbedder(e0)
for (const name of process.argv.slice(2)) {
  const { sets } = loadRetrievalSets([name])
  for (const set of sets) {
    const world = await openBenchWorld('embedded')
    const out = `/tmp/zz-cap-${set.name}.jsonl`
    writeFileSync(out, '')
    const corpora = await set.load(world, embedder)
    for (const [cname, loaded] of corpora) {
      appendFileSync(out, JSON.stringify({ ids: [...loaded.idOf], standsFor: [...(loaded.standsFor ?? [])] }) + '\n')
      const search = makeSearch({ unitOfWork: world.unitOfWork, embedder, now: () => new Date('2026-09-01T00:00:00Z') })
      for (const q of set.queries.filter((x) => x.corpus === cname)) {
        appendFileSync(out, JSON.stringify({ question: q.text, sort: q.sort, grades: [...q.grades] }) + '\n')
        process.env['ZZ_CAPTURE'] = out
        const r = await search(loaded.team.scope, { q: q.text, scope: 'all', include_superseded: false, limit: 20 })
        delete process.env['ZZ_CAPTURE']
        appendFileSync(out, JSON.stringify({ final: r.items.map((i) => i.id), marks: r.items.map((i) => i.match), nk: r.nothing_known ?? false }) + '\n')
      }
    }
    await world.close()
    console.log(set.name, 'done', new Date().toISOString())
  }
}
await e0.close()
process.exit(0)
