import { describeError } from '../errors/describe-error.ts'
import { duration, plural, tilde } from '../output/format.ts'
import { green, type Line, red, yellow } from '../output/line.ts'
import type { Output } from '../output/output.ts'
import { printable } from '../output/printable.ts'
import type { WatchEvent } from '../watch/watch.types.ts'
import { forgottenTexts } from './forgotten-text.ts'

type Deps = { output: Pick<Output, 'note'>; now: () => Date; server: string; home: string }

/** What was sent is summed up, one line for so long. */
const SENT_EVERY_MS = 60_000

/** Adds up what was sent, and says it once in so long. */
const createCount = (say: (sent: number) => void, now: () => Date) => {
  let [sent, sentAt] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  /** What was sent since it was said last. */
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (sent === 0) return
    say(sent)
    sent = 0
    sentAt = now().getTime()
  }
  const sum = (messages: number): void => {
    sent += messages
    const wait = sentAt + SENT_EVERY_MS - now().getTime()
    if (wait <= 0) flush()
    // Nothing may follow for hours: what was sent last is counted all the same.
    else timer ??= setTimeout(flush, wait).unref()
  }
  return { sum, flush }
}

/** Says what a watch does, few lines a day: it may be read in a log. */
export const createWatchNotes = ({ output, now, server, home }: Deps) => {
  let trouble = ''
  const say = (...line: Line): void => {
    const at = now().toISOString().slice(0, 19).replace('T', ' ')
    output.note([`${at}  `, ...line])
  }
  const { sum, flush } = createCount((sent) => say(`${plural(sent, 'message')} sent`), now)

  const note = (event: WatchEvent): void => {
    switch (event.kind) {
      case 'ready':
        say(green('watching'), ` ${readyText(event.tools, event.files)}; sent to ${server}`)
        break
      case 'tool appeared':
        say(`${event.label} is new here and watched too`)
        break
      case 'sent':
        sum(event.messages)
        break
      case 'refused':
        say(
          red('quarantined'),
          `  ${event.tool} ${printable(event.refusal.native_id)}: ${printable(event.refusal.message)}`,
        )
        break
      case 'unreadable':
        say(yellow('not read'), `  ${printable(tilde(event.path, home))}: ${event.reason}`)
        break
      case 'trouble': {
        const { code, message } = describeError(event.error)
        // Said once, not at each try.
        if (code !== trouble)
          say(
            yellow('waiting'),
            `  ${printable(message)} It is tried again, in ${duration(event.waitMs)} first; what is captured waits on disk.`,
          )
        trouble = code
        break
      }
      case 'code without text':
        say(yellow('not shared'), `  ${withoutText(event.commits, tilde(event.folder, home))}`)
        break
      case 'recovered':
        if (trouble !== '') say(green('going on'), '  the server takes what waited')
        trouble = ''
        break
      case 'paused':
        say(red('paused'), `  ${event.reason}`)
        break
      case 'resumed':
        say(green('going on'), '  there is room again')
        break
      case 'forgotten':
        for (const line of forgottenTexts(event)) say(yellow('forgotten'), `  ${line}`)
        break
      case 'not watching':
        say(
          yellow('note'),
          `  changes of files cannot be watched (${event.error.message}); everything is looked at once a minute instead`,
        )
    }
  }
  return { note, flush }
}

const withoutText = (commits: number, folder: string): string =>
  `text of ${plural(commits, 'commit')} in ${printable(folder)}: too large for the server, which knows only that there is such code`

const readyText = (tools: readonly string[], files: number): string =>
  tools.length === 0
    ? 'for the first session of a coding tool; none has left one yet'
    : `${tools.join(', ')} (${plural(files, 'file')})`
