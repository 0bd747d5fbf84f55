import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoreClient } from '@teamlore/shared'
import { CliError } from '../errors/cli-error.ts'
import { claim, giveBack } from '../locks/lock-file.ts'
import { askOwnAgent } from '../own-agent/ask-own-agent.ts'
import type { FoundAgent, Machine } from '../own-agent/find-own-agents.ts'
import type { DistilEvent, DistilOptions, DistilReport } from './distil.types.ts'
import { distilSessions } from './distil-sessions.ts'
import { createUnsentAnswers } from './unsent-answers.ts'

export type DistilRun = {
  client: Pick<LoreClient, 'distilLeases'>
  serverId: string
  agent: FoundAgent
  machine: Machine
  options: Omit<DistilOptions, 'tool'>
  onEvent: (event: DistilEvent) => void
}

/**
 * Distils by a coding agent of this machine; one `lore` at a time, so that no two calls run beside each other.
 *
 * @throws CliError when another one is at it.
 */
export const runDistil = async (run: DistilRun): Promise<DistilReport> => {
  const { client, serverId, agent, machine, options, onEvent } = run
  const folder = join(machine.stateDir, 'own-agent')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = join(folder, 'distil.lock')
  const holder = await claim(lock)
  if (holder !== 'taken')
    throw new CliError({
      code: 'distil.running',
      message: `Another \`lore\` has a coding agent distil sessions already (process ${holder ?? 'unknown'}).`,
      hint: 'Wait for it, or switch off `lore distil --auto off`.',
    })
  try {
    return await distilSessions(
      {
        client,
        ask: ({ system, prompt, schema }, signal) =>
          askOwnAgent(agent, machine, {
            system,
            prompt,
            schema,
            model: options.model ?? undefined,
            signal,
          }),
        unsent: createUnsentAnswers(machine.stateDir, serverId),
        newCall: randomUUID,
        sleep: (ms) => delay(ms, undefined),
        onEvent,
      },
      { ...options, tool: agent.adapter.name },
    )
  } finally {
    await giveBack(lock)
  }
}
