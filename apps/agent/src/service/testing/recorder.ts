import type { RunProgram, RunResult, ServiceSpec } from '../service.types.ts'

export const spec = (fields: Partial<ServiceSpec> = {}): ServiceSpec => ({
  command: ['/opt/node & co/bin/node', '/home/ana/50% "lore"/$HOME\\lore.mjs', 'watch'],
  environment: { CLAUDE_CONFIG_DIR: '/home/ana/my "claude" <100%> $x' },
  logFile: '/home/ana/.local/share/teamlore/agent.log',
  version: '1.2.3',
  ...fields,
})

/** A system that answers as set, and remembers what it was asked. */
export const recorder = (answers: Record<string, Partial<RunResult>> = {}) => {
  const asked: string[] = []
  const variables: (Readonly<Record<string, string>> | undefined)[] = []
  const run: RunProgram = async (file, args, given) => {
    const command = [file, ...args].join(' ')
    asked.push(command)
    variables.push(given)
    const found = Object.entries(answers).find(([start]) => command.startsWith(start))
    return { code: 0, stdout: '', stderr: '', ...found?.[1] }
  }
  return { asked, variables, run }
}
