import { join } from 'node:path'
import type { Redactor } from '@teamlore/redaction'
import type { LoreClient } from '@teamlore/shared'
import { serverRoot } from '../../capture/state-store.ts'
import type { Paths } from '../../platform/paths.ts'
import { openPrivacy } from '../../privacy/privacy.ts'

type Asked = {
  client: LoreClient
  /** Undefined where nobody logged in here, and the environment says whom to ask. */
  stored: { team: { id: string } } | undefined
}

/** Takes secrets out of what leaves this machine outside of capture, by the rules that the team has now. */
export const openRedactor = async (
  { rulesFile, stateDir }: Pick<Paths, 'rulesFile' | 'stateDir'>,
  { client, stored }: Asked,
): Promise<Redactor> => {
  const team = stored?.team.id ?? (await client.me()).team.id
  const privacy = await openPrivacy({
    rulesFile,
    cachePath: join(serverRoot(stateDir, team), 'redaction-rules.json'),
    isReadOnly: true,
  })
  await privacy.refresh(client)
  return privacy.redactor()
}
