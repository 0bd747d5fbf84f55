import { printableJson } from '../output/printable.ts'
import type { Renderer, RendererOptions } from './export.types.ts'

const jsonOf = (value: unknown): string => printableJson(JSON.stringify(value))

/** A session as one JSON document, in the spelling of the API: `session` as `GET /v1/sessions/:id`, `messages` as its transcript. */
export const createJsonRenderer = ({ server, exportedAt }: RendererOptions): Renderer => {
  let isFirst = true
  return {
    begin: (session) =>
      [
        '{',
        `"exported_at": ${jsonOf(exportedAt)},`,
        `"server": ${jsonOf(server)},`,
        `"session": ${jsonOf(session)},`,
        '"messages": [',
        '',
      ].join('\n'),
    message: (message) => {
      const text = `${isFirst ? '' : ','}${jsonOf(message)}\n`
      isFirst = false
      return text
    },
    end: () => ']\n}\n',
  }
}
