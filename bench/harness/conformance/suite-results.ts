import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const checksSchema = z.array(
  z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
)

export type ScenarioResult = {
  scenario: string
  outcome: 'passed' | 'warned' | 'failed'
  /** The first check that is not as it should be. */
  check: string | null
  why: string | null
}

/** Of a folder that a run of the suite wrote: one folder in it for each scenario. */
export const readResults = (folder: string, prefix: string): ScenarioResult[] =>
  readdirSync(folder).map((name) => {
    const checks = checksSchema.parse(
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')),
    )
    const failure = checks.find(({ status }) => status === 'FAILURE')
    const wrong = failure ?? checks.find(({ status }) => status === 'WARNING')
    const unlike = failure === undefined ? 'warned' : 'failed'
    return {
      scenario: name.slice(prefix.length).replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
      outcome: wrong === undefined ? 'passed' : unlike,
      check: wrong?.id ?? null,
      why: wrong?.errorMessage ?? null,
    }
  })

/** Scenarios that count for a version of the protocol, as the suite lists them. */
export const requiredOf = (suiteFolder: string, version: string): string[] => {
  const text = readFileSync(join(suiteFolder, 'requirements', `${version}.yaml`), 'utf8')
  const [, list = ''] = /^server:\n((?: {2}- .*\n)+)/m.exec(text) ?? []
  return [...list.matchAll(/- (\S+)/g)].map(([, scenario = '']) => scenario)
}
