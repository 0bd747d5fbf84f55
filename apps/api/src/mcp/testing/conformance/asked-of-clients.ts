import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

export type Asked = ServerContext['mcpReq']

const NAME = z.object({ name: z.string() })
const COLOR = z.object({ color: z.string() })
const CONFIRMATION = z.object({ ok: z.boolean() })

export const askName = (message = 'What is your name?') =>
  inputRequired.elicit({ message, requestedSchema: NAME })
export const askColor = (message: string) =>
  inputRequired.elicit({ message, requestedSchema: COLOR })
export const askToConfirm = () =>
  inputRequired.elicit({ message: 'Please confirm', requestedSchema: CONFIRMATION })
export const askModel = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  })

/** What came back; undefined where it is missing or something else. */
export const givenName = ({ inputResponses }: Asked, key: string): string | undefined =>
  acceptedContent(inputResponses, key, NAME)?.name
export const givenColor = ({ inputResponses }: Asked, key: string): string | undefined =>
  acceptedContent(inputResponses, key, COLOR)?.color
export const isConfirmed = ({ inputResponses }: Asked): boolean =>
  acceptedContent(inputResponses, 'confirm', CONFIRMATION)?.ok === true

export const givenByModel = ({ inputResponses }: Asked, key: string): string | undefined => {
  const response = inputResponse(inputResponses, key)
  if (response.kind !== 'sampling') return undefined
  const [first] = [response.result.content].flat()
  return first?.type === 'text' ? first.text : undefined
}

export const givenRoots = ({ inputResponses }: Asked, key: string): string[] | undefined => {
  const response = inputResponse(inputResponses, key)
  return response.kind === 'roots' ? response.roots.map(({ uri }) => uri) : undefined
}
