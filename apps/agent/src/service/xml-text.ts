const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text as it stands in XML, without the control characters that XML cannot hold. */
export const xmlText = (text: string): string =>
  text.replace(/\p{Cc}/gu, '').replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one)
