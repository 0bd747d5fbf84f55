import type { SlackDoor, SlackFinding, SlackPlace } from '@teamlore/shared/slack-host'
import { isLocal } from '../is-local.ts'
import { SLACK_SCOPES } from './manifest.ts'
import { identify } from './read-workspace.ts'
import type { AskSlack } from './slack-client.ts'

const good = (text: string): SlackFinding => ({ ok: true, text })
const bad = (text: string): SlackFinding => ({ ok: false, text })

/** Slack gives the address of a socket to who may open one; it is not opened. */
const testSocket = async (ask: AskSlack, door: SlackDoor): Promise<SlackFinding> => {
  try {
    await ask(door, 'apps.connections.open')
    return good('Slack lets this server open a socket.')
  } catch (error) {
    const words = error instanceof Error ? error.message : 'It could not be asked.'
    return bad(`Slack opens no socket for the app-level token: ${words}`)
  }
}

const testAddress = (hookUrl: string): SlackFinding =>
  isLocal(hookUrl)
    ? bad(
        `Slack would send events to ${hookUrl}, which only this machine reaches. Set TEAMLORE_URL to an address that Slack reaches, and connect again; or connect by a socket.`,
      )
    : good(`Slack sends events to ${hookUrl}.`)

/** Asks as the app, and says in words what is wrong. */
export const testWorkspace = async (
  ask: AskSlack,
  place: SlackPlace,
  wanted: { hookUrl: string } | { appToken: string },
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
    'hookUrl' in wanted
      ? testAddress(wanted.hookUrl)
      : await testSocket(ask, { apiUrl: place.apiUrl, token: wanted.appToken }),
  )
  return findings
}
