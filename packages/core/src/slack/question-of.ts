const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** `<@U1>` is nobody's word, `<#C1|general>` and links are what is shown of them. */
const shownOf = (inner: string): string => {
  const [target = '', label] = inner.split('|', 2)
  if (target.startsWith('@') || target.startsWith('!')) return ''
  return label ?? (target.startsWith('#') ? '' : target)
}

/** What somebody wrote, as Slack shows it to people: without calls, and without the forms that it sends. */
export const plainOf = (text: string): string =>
  text
    .replace(/<([^<>]{1,2000})>/g, (_, inner: string) => shownOf(inner))
    .replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()

/** The question in one line. */
export const questionOf = (text: string): string => plainOf(text).replace(/\s+/g, ' ').trim()
