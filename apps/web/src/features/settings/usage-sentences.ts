import type { TeamUsage } from '@teamlore/shared/usage'

/** Cents matter here: most calls cost less than one. */
export const money = (usd: number | null): string => {
  if (usd === null) return 'price not known'
  return `$${usd.toFixed(usd !== 0 && usd < 1 ? 4 : 2)}`
}

/** How things stand, in one sentence. */
export const stateOf = ({ model, settings, today, resting }: TeamUsage): string => {
  if (model === null)
    return 'No language model is set up on this server: sessions are distilled by rules, at no cost.'
  const name = `${model.name} (${model.provider})`
  if (!settings.enabled) return `${name} is switched off for this team. Rules distil its sessions.`
  if (today.usd >= settings.daily_usd || today.tokens >= settings.daily_tokens)
    return `The cap of today is reached. ${name} is asked again after midnight UTC; rules distil meanwhile.`
  if (resting)
    return `The last calls to ${name} all failed. It is left alone for a quarter of an hour.`
  return `${name} distils sessions that have been quiet for a while.`
}
