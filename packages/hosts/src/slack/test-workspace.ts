import type { SlackFinding, SlackPlace } from '@teamlore/shared/slack-host'
import { isLocal } from '../is-local.ts'
import { SLACK_SCOPES } from './manifest.ts'
import { identify } from './read-workspace.ts'
import type { AskSlack } from './slack-client.ts'

const good = (text: string): SlackFinding => ({ ok: true, text })
const bad = (text: string): SlackFinding => ({ ok: false, text })

/** Asks as the app, and says in words what is wrong. */
export const testWorkspace = async (
  ask: AskSlack,
  place: SlackPlace,
  { hookUrl }: { hookUrl: string },
): Promise<SlackFinding[]> => {
  const findings: SlackFinding[] = []
  try {
    const { workspaceName, scopes } = await identify(ask, place)
    findings.push(good(`Slack knows the app, in the workspace ${workspaceName}.`))
    const lacking = Object.keys(SLACK_SCOPES).filter((scope) => !scopes.includes(scope))
    findings.push(
      lacking.length === 0
        ? good('The app has the permissions that it needs.')
        : bad(`The app lacks ${lacking.join(', ')}. Install it again, and Slack asks for them.`),
    )
  } catch (error) {
    return [bad(error instanceof Error ? error.message : 'It could not be asked.')]
  }
  findings.push(
    isLocal(hookUrl)
      ? bad(
          `Slack would send events to ${hookUrl}, which only this machine reaches. Set TEAMLORE_URL to an address that Slack reaches, and connect again.`,
        )
      : good(`Slack sends events to ${hookUrl}.`),
  )
  return findings
}
