import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type AgentFolder = ReturnType<typeof createAgentFolder>

/** What an agent keeps about the one server it knows. */
export const createAgentFolder = (configFolder: string) => {
  const path = (): string => {
    const folder = join(configFolder, 'state', 'import')
    return join(folder, (existsSync(folder) ? readdirSync(folder)[0] : undefined) ?? 'none')
  }
  const within = (name: string, suffix: string): string[] => {
    const folder = join(path(), name)
    if (!existsSync(folder)) return []
    const names = readdirSync(folder).filter((one) => one.endsWith(suffix))
    return names.sort().map((one) => join(folder, one))
  }
  return {
    path,
    waiting: (): string[] => within('spool', '.batch'),
    quarantined: (): string[] => within('rejected', '.batch'),
    damaged: (): string[] => within('rejected', '.damaged'),
    /** Files that a power cut may take the content of: they are not flushed to the disk, as losing them loses nothing. */
    unflushed: (): string[] => [...within('sessions', '.json'), join(path(), 'files.json')],
    locks: (): string[] => ['lock', 'watch.lock'].map((name) => join(path(), name)),
    figures: (): { tools: { messages: number }[] } =>
      JSON.parse(readFileSync(join(path(), 'capture.json'), 'utf8')),
  }
}
