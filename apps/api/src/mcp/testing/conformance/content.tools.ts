import type { CallToolResult, ContentBlock, McpServer } from '@modelcontextprotocol/server'
import { PNG, WAV } from './tiny-media.ts'

export const textAnswer = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

const IMAGE: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' }

/** Tools without arguments, and the content that each answers with. */
const ANSWERS: Record<string, ContentBlock[]> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [IMAGE],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    IMAGE,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    },
  ],
}

export const registerContentTools = (server: McpServer): void => {
  for (const [name, content] of Object.entries(ANSWERS))
    server.registerTool(name, { description: 'Answers with fixed content.' }, () => ({ content }))
  server.registerTool(
    'test_error_handling',
    { description: 'Fails, whatever it is asked.' },
    () => {
      throw new Error('This tool intentionally returns an error for testing')
    },
  )
}
