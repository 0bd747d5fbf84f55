/** Names a command line offers, apart from all that reads books: asking for help must not load a parser. */

export { EXPORT_FORMATS, type ExportFormat } from './exports/export-formats.ts'
export { BOOK_ROLES, type BookRole } from './roles.ts'
export { TEMPLATE_NAMES, type TemplateName } from './templates/templates.ts'
