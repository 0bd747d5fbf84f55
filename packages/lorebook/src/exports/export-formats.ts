export const EXPORT_FORMATS = [
  'json',
  'markdown',
  'mermaid',
  'graphviz',
  'gazetteer',
  'handout',
  'site',
] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
