import type { MessageDigest } from './digest-message.ts'
import type { DistilMessage } from './distil.types.ts'

/** A prompt and everything up to the next one. */
export type PromptRange = {
  /** 1-based among the session's prompts; 0 for what came before the first. */
  number: number
  prompt: MessageDigest | null
  /** What was sent after it before anything was answered. */
  further: MessageDigest[]
  /** What was asked, all prompts of the range together. */
  request: string
  /** The last thing the assistant said before the prompt: what a bare "yes" answers. */
  before: string
  messages: MessageDigest[]
}

/** A command with words of its own asks for work like a prompt does; `/clear` and the like do not. */
const asks = (message: MessageDigest) =>
  (message.kind === 'human' || message.kind === 'command') && message.text !== ''

const responded = (range: PromptRange) =>
  range.messages.some(
    ({ kind, text, calls }) => kind === 'assistant' && (text !== '' || calls.length > 0),
  )

const joinRequest = (request: string, text: string) =>
  request === '' || request === text ? text : `${request}\n\n${text}`

/**
 * Cuts a session at its prompts. Prompts sent one after another before any answer belong together (the first gives
 * the number). In a subagent's session what the calling agent asked stands in the prompt's place.
 */
export const createRangeBuilder = ({
  asksFirst,
  before = 0,
}: {
  asksFirst: boolean
  /** Prompts of the session that came before what is pushed. */
  before?: number | undefined
}) => {
  let current: PromptRange = {
    number: before,
    prompt: null,
    further: [],
    request: '',
    before: '',
    messages: [],
  }
  let prompts = before
  let lastSaid = ''

  const open = (message: MessageDigest): PromptRange | undefined => {
    const finished = current
    current = {
      number: prompts,
      prompt: message,
      further: [],
      request: message.text,
      before: lastSaid,
      messages: [],
    }
    return finished.prompt === null && finished.messages.length === 0 ? undefined : finished
  }

  return {
    /** Takes the next message; returns the range it closed, if it closed one. */
    push(message: MessageDigest): PromptRange | undefined {
      const isFirstTask =
        asksFirst && prompts === 0 && message.text !== '' && message.kind === 'injected'
      if (asks(message) || isFirstTask) {
        prompts++
        if (current.prompt !== null && !responded(current)) {
          current.request = joinRequest(current.request, message.text)
          current.further.push(message)
          return undefined
        }
        return open(message)
      }
      current.messages.push(message)
      if (message.kind === 'assistant' && message.text !== '') lastSaid = message.text
      return undefined
    },
    end: (): PromptRange | undefined =>
      current.prompt === null && current.messages.length === 0 ? undefined : current,
  }
}

export const isLive = (message: Pick<DistilMessage, 'isAbandoned' | 'kind'>): boolean =>
  !message.isAbandoned && message.kind !== 'summary'
