import type { MessageKind } from '@teamlore/shared'

/** What a text in a user record is, and how it reads without its wrapping. */
export type ReadText = { kind: MessageKind; text: string; stripped: string }

const TAGGED: readonly { start: string; kind: MessageKind; show: (text: string) => string }[] = [
  { start: '<command-name>', kind: 'command', show: (text) => slashCommand(text) },
  { start: '<command-message>', kind: 'command', show: (text) => slashCommand(text) },
  { start: '<local-command-caveat>', kind: 'injected', show: (text) => text },
  { start: '<local-command-', kind: 'command', show: (text) => withoutTags(text) },
  { start: '<bash-input>', kind: 'command', show: (text) => `! ${withoutTags(text)}` },
  { start: '<bash-stdout>', kind: 'command', show: (text) => withoutTags(text) },
  { start: '<bash-stderr>', kind: 'command', show: (text) => withoutTags(text) },
  { start: '<task-notification>', kind: 'injected', show: (text) => text },
  { start: '[Request interrupted', kind: 'injected', show: (text) => text },
  { start: 'Caveat:', kind: 'injected', show: (text) => text },
  { start: 'Stop hook feedback:', kind: 'injected', show: (text) => text },
  { start: 'This session is being continued', kind: 'summary', show: (text) => text },
]

/** Context the client puts in front of what a person typed. */
const PREFIXES = ['system-reminder', 'ide_opened_file', 'ide_selection']

/**
 * Distinguishes typed text from text that the client put in. Context in front of a real prompt is taken off and returned as
 * `stripped`; a text that is nothing but context is injected.
 */
export const readPromptText = (whole: string): ReadText => {
  const { rest, stripped } = stripPrefixes(whole)
  if (rest.trim() === '')
    return stripped === ''
      ? { kind: 'human', text: whole, stripped: '' }
      : { kind: 'injected', text: stripped, stripped: '' }
  const start = rest.trimStart()
  const tagged = TAGGED.find((entry) => start.startsWith(entry.start))
  if (tagged) return { kind: tagged.kind, text: tagged.show(start), stripped }
  return { kind: 'human', text: stripped === '' ? whole : start, stripped }
}

const stripPrefixes = (whole: string): { rest: string; stripped: string } => {
  let rest = whole
  for (;;) {
    const start = rest.trimStart()
    const tag = PREFIXES.find((name) => start.startsWith(`<${name}>`))
    if (tag === undefined) break
    const close = `</${tag}>`
    const end = start.indexOf(close)
    // Never closed: all of it is context.
    if (end === -1) return { rest: '', stripped: whole }
    rest = start.slice(end + close.length)
  }
  return { rest, stripped: whole.slice(0, whole.length - rest.length).trim() }
}

const tagContent = (text: string, tag: string): string | null => {
  const open = text.indexOf(`<${tag}>`)
  const close = text.indexOf(`</${tag}>`, open)
  return open === -1 || close === -1 ? null : text.slice(open + tag.length + 2, close).trim()
}

/** `<command-name>/review</command-name>… <command-args>12</command-args>` reads `/review 12`. */
const slashCommand = (text: string): string => {
  const name = tagContent(text, 'command-name')
  if (name === null) return withoutTags(text)
  const args = tagContent(text, 'command-args')
  return `${name.startsWith('/') ? '' : '/'}${name}${args ? ` ${args}` : ''}`
}

const withoutTags = (text: string): string =>
  text.replace(/<\/?(?:bash|local-command|command)-[a-z]{1,20}>/g, '').trim()
