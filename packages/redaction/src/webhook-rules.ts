import { isMadeOfWords } from './placeholders.ts'
import type { Rule } from './redaction.types.ts'
import { isRandomEnough } from './secret-names.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ENDS = '(?![\\w-])'

/** What stands behind a part of an address that no one else's has: whoever knows it may write there, or read. */
const behind = (anchors: readonly string[], source: string): Rule => ({
  name: 'webhook',
  anchors,
  pattern: new RegExp(`${source}${ENDS}`, 'y'),
  accepts: (secret) => isRandomEnough(secret) || new RegExp(`^${UUID}$`).test(secret),
})

/** Addresses that are a secret as a whole. */
export const WEBHOOK_RULES: readonly Rule[] = [
  // Mattermost, Rocket.Chat
  {
    ...behind(['/hooks/'], '/hooks/(?:[a-zA-Z0-9]{17,24}/)?(?<secret>[a-zA-Z0-9]{26,64})'),
    accepts: (secret) =>
      isRandomEnough(secret) && !isMadeOfWords(secret) && !/^[0-9a-f]+$/.test(secret),
  },
  behind(
    ['maker.ifttt.com/'],
    'maker\\.ifttt\\.com/(?:use/|trigger/[\\w-]{1,80}/(?:json/)?with/key/)(?<secret>[\\w-]{20,64})',
  ),
  behind(['hc-ping.com/'], `hc-ping\\.com/(?<secret>${UUID}|[\\w-]{22}(?=/))`),
  behind(['.make.com/'], '(?<=hook\\.\\w{2,3}\\d?)\\.make\\.com/(?<secret>[a-z0-9]{30,40})'),
  behind(['/integration/'], '(?<=events\\.pagerduty\\.com)/integration/(?<secret>[0-9a-f]{32})'),
  behind(
    ['/ical/'],
    '(?<=calendar\\.google\\.com/calendar)/ical/[^\\s/"\'<>]{3,120}/private-(?<secret>[0-9a-f]{32})',
  ),
  behind(
    ['/owa/calendar/'],
    '/owa/calendar/[^\\s/"\'<>]{10,120}/(?<secret>[0-9a-zA-Z]{32,80})(?=/)',
  ),
  behind(['cronitor.link/'], 'cronitor\\.link/p/(?<secret>[0-9a-f]{32})'),
  behind(['/robot/send?'], '/robot/send\\?access_token=(?<secret>[0-9a-f]{64})'),
  behind(['/bot/v2/hook/'], `/bot/v2/hook/(?<secret>${UUID})`),
  behind(['/webhook/send?'], `/webhook/send\\?key=(?<secret>${UUID})`),
]
