/**
 * What a model sees of a document. Names of people stay out: they dominate small models, so that a question naming
 * somebody would find all that this person ever said. The full text keeps them.
 */
export const embeddingText = ({ title, body }: { title: string; body: string }): string => {
  const start = title.replace(/…$/, '')
  if (start === '' || body.startsWith(start)) return body
  return `${title}\n${body}`
}
