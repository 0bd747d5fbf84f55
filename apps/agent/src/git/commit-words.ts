import type { IngestCommit } from '@teamlore/shared/commits'

const TRAILER = /^([A-Za-z][A-Za-z0-9-]{1,60}): (.+)$/

/** The last paragraph of a message where every line is `Key: value`; without addresses. */
export const trailersIn = (body: string): IngestCommit['trailers'] => {
  const last =
    body
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  const lines = last.split('\n')
  if (!body.trimEnd().includes('\n') || !lines.every((line) => TRAILER.test(line))) return []
  return lines.slice(0, 50).flatMap((line) => {
    const [, key = '', value = ''] = TRAILER.exec(line) ?? []
    const kept = value.replace(/\s*<[^<>]*@[^<>]*>/g, '').trim()
    return /\S+@\S+/.test(kept) ? [] : [{ key, value: kept.slice(0, 500) }]
  })
}

/** Why something was taken back often stands beside the subject; of any other commit that stays on the machine. */
export const bodyOfRevert = (subject: string, message: string): Pick<IngestCommit, 'body'> => {
  const [first = '', ...others] = message.split(/\n\s*\n/)
  // The first paragraph is the subject, which git joins to one line.
  const isSubject = first.trim().replace(/\s*\n\s*/g, ' ') === subject.trim()
  const said = (isSubject ? others : [first, ...others])
    .filter((part) => !part.split('\n').every((line) => line === '' || TRAILER.test(line)))
    .join('\n\n')
    .replace(/\s*<[^<>]*@[^<>]*>/g, '')
    .trim()
  const isRevert =
    /^revert\b/i.test(subject) || /\bThis reverts commit [0-9a-f]{7,64}\b/i.test(message)
  return isRevert && said !== '' ? { body: said } : {}
}

export const mentionsIn = (body: string): IngestCommit['mentions'] =>
  [
    ...[...body.matchAll(/\bThis reverts commit ([0-9a-f]{7,64})\b/gi)].map(([, sha = '']) => ({
      relation: 'reverts' as const,
      sha: sha.toLowerCase(),
    })),
    ...[...body.matchAll(/\(cherry picked from commit ([0-9a-f]{7,64})\)/g)].map(
      ([, sha = '']) => ({
        relation: 'picks' as const,
        sha,
      }),
    ),
  ].slice(0, 100)
