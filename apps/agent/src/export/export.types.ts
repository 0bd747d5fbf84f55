import type { Message, SessionDetail } from '@teamlore/shared'

export const EXPORT_FORMATS = ['markdown', 'json', 'html'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXTENSIONS: Record<ExportFormat, string> = {
  markdown: 'md',
  json: 'json',
  html: 'html',
}

/** Writes one session piece by piece; each piece ends with its line. */
export type Renderer = {
  begin: (session: SessionDetail) => string
  message: (message: Message) => string
  end: () => string
}

export type RendererOptions = { server: string; exportedAt: string }
