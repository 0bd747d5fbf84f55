import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnswerLeases } from '@teamlore/shared/distil-leases'
import { answerLeasesSchema } from '@teamlore/shared/distil-leases'
import { readPrivateFile, writePrivateFile } from '../platform/private-file.ts'

export type UnsentAnswers = ReturnType<typeof createUnsentAnswers>

/** Answers that were paid for lie on the disk until the server has them, so that a crash in between loses none. */
export const createUnsentAnswers = (stateDir: string, serverId: string) => {
  const path = join(stateDir, 'own-agent', `unsent-${serverId}.json`)
  return {
    keep: (answers: AnswerLeases): Promise<void> => writePrivateFile(path, JSON.stringify(answers)),
    forget: (): Promise<void> => rm(path, { force: true }),
    /** What an earlier run could not send; undefined where there is nothing, or nothing that can be read. */
    read: async (): Promise<AnswerLeases | undefined> => {
      const file = await readPrivateFile(path)
      if (file === undefined) return undefined
      try {
        return answerLeasesSchema.safeParse(JSON.parse(file.text)).data
      } catch {
        return undefined
      }
    },
  }
}
