import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { PNG } from './tiny-media.ts'

const TEXT = 'test://static-text'
const BINARY = 'test://static-binary'
const WATCHED = 'test://watched-resource'

export const registerConformanceResources = (server: McpServer): void => {
  const plain = { description: 'A text that does not change.', mimeType: 'text/plain' }
  server.registerResource('static-text', TEXT, plain, () => ({
    contents: [
      {
        uri: TEXT,
        mimeType: 'text/plain',
        text: 'This is the content of the static text resource.',
      },
    ],
  }))
  const image = { description: 'An image that does not change.', mimeType: 'image/png' }
  server.registerResource('static-binary', BINARY, image, () => ({
    contents: [{ uri: BINARY, mimeType: 'image/png', blob: PNG }],
  }))
  const watched = { description: 'A text that may be watched.', mimeType: 'text/plain' }
  server.registerResource('watched', WATCHED, watched, () => ({
    contents: [{ uri: WATCHED, mimeType: 'text/plain', text: 'It has not changed.' }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data of an id.', mimeType: 'application/json' },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  )
  // Nothing changes, so there is nothing to send to who watches.
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
}
