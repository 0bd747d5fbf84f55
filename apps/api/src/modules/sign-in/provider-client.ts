import type { ProviderGateway, ProviderProfile } from '@teamlore/core'
import type { ProviderTest } from '@teamlore/shared/sign-in'

/** What ties an answer of a provider to the question. */
export type ProviderChecks = Awaited<ReturnType<ProviderGateway['begin']>>['checks']

export type Finding = ProviderTest['findings'][number]

export const good = (text: string): Finding => ({ ok: true, text })
export const bad = (text: string): Finding => ({ ok: false, text })

/** The provider answered the browser with a no: what it says is no failure of ours. */
export class ProviderSaidNo extends Error {
  override name = 'ProviderSaidNo'
}

/** Cannot be used as it is set; the message says why. */
export class ProviderSettingError extends Error {
  override name = 'ProviderSettingError'
}

/** One way of asking providers, ready for one of them as it is set. */
export type ProviderClient = {
  /** Where the browser goes to, and what its answer is checked by. */
  begin: (callbackUrl: string) => Promise<{ url: string; checks: ProviderChecks }>
  /** Checks the answer and trades it for who it is. @throws ProviderSaidNo */
  profileOf: (answer: ProviderChecks & { answerUrl: string }) => Promise<ProviderProfile>
  /** What it says of itself. */
  findings: Finding[]
  /** Hands over a code that it never gave; gives the word by which it complains, `''` for none that says anything. */
  tryCode: (callbackUrl: string) => Promise<string | { taken: true }>
}
