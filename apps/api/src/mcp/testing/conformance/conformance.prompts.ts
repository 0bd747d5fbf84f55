import {
  acceptedContent,
  completable,
  type GetPromptResult,
  inputRequired,
  type McpServer,
  type PromptMessage,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { PNG } from './tiny-media.ts'

const spoken = (text: string): PromptMessage => ({ role: 'user', content: { type: 'text', text } })
const promptOf = (...messages: PromptMessage[]): GetPromptResult => ({ messages })

const CITIES = ['paris', 'park', 'party']
const twoArgs = z.object({
  arg1: completable(z.string(), (typed) => CITIES.filter((city) => city.startsWith(typed))),
  arg2: z.string(),
})

const CONTEXT = z.object({ context: z.string() })

export const registerConformancePrompts = (server: McpServer): void => {
  server.registerPrompt('test_simple_prompt', { description: 'A fixed text.' }, () =>
    promptOf(spoken('This is a simple prompt for testing.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'A text with two arguments.', argsSchema: twoArgs },
    ({ arg1, arg2 }) => promptOf(spoken(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      promptOf(
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: resourceUri,
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        spoken('Please process the embedded resource above.'),
      ),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'An image.' }, () =>
    promptOf(
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      spoken('Please analyze the image above.'),
    ),
  )
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks the person first.' },
    ({ mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context', CONTEXT)
      return given === undefined
        ? inputRequired({
            inputRequests: {
              user_context: inputRequired.elicit({
                message: 'What context should the prompt use?',
                requestedSchema: CONTEXT,
              }),
            },
          })
        : promptOf(spoken(`With this in mind: ${given.context}`))
    },
  )
}
