/**
 * What a person needs to judge the technical set (bench/data/technical/README.md):
 *   npx tsx bench/judge.ts pool FILE    writes what the arms find and nobody has judged yet, to be read and graded
 *   npx tsx bench/judge.ts fold FILE    takes the grades that were written into such a file into questions.json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createLocalEmbedder } from '@teamlore/models'
import { openBenchWorld } from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { foldGrades, pooledSection } from './harness/judging.ts'
import { loadSessions } from './harness/load-sessions.ts'
import { progress } from './harness/report.ts'
import { openArms } from './harness/retrieval-arms.ts'
import { readTechnical, TECHNICAL_FILE, technicalPaths } from './harness/technical-set.ts'

/** Places of each arm's ranking that are looked at. */
const DEPTH = 20

const pool = async (file: string): Promise<void> => {
  const data = readTechnical()
  const world = await openBenchWorld('embedded')
  const local = createLocalEmbedder()
  try {
    const embedder = cachedEmbedder(local)
    const loaded = await loadSessions(world, technicalPaths(data), embedder)
    const arms = await openArms(world, loaded, embedder)
    const sections: string[] = []
    for (const query of data.queries) {
      const found = new Set<string>()
      for (const { rank } of arms) for (const ref of await rank(query.text, DEPTH)) found.add(ref)
      // By their hashes, which reveal nothing of who found what.
      const sources = [...found].sort().flatMap((ref) => loaded.sources.get(ref) ?? [])
      sections.push(pooledSection(query, sources))
    }
    writeFileSync(file, sections.filter((section) => section !== '').join('\n\n'))
    progress(`Write a grade into the brackets of ${file}, then fold it in.`)
  } finally {
    await world.close()
    await local.close()
  }
}

const fold = (file: string): void => {
  const data = foldGrades(readTechnical(), readFileSync(file, 'utf8'))
  writeFileSync(TECHNICAL_FILE, `${JSON.stringify(data, undefined, 1)}\n`)
}

const [what, file] = process.argv.slice(2)
if (file === undefined || (what !== 'pool' && what !== 'fold')) {
  process.stderr.write('Say `pool FILE` or `fold FILE`.\n')
  process.exitCode = 2
} else if (what === 'pool') await pool(file)
else fold(file)
