import {
  SHARED_CODE_LIMITS,
  type SharedCommit,
  type SharedHunk,
} from '@teamlore/shared/shared-code'
import { formatStorable } from '@teamlore/shared/storable-json'

type SharedFile = SharedCommit['files'][number]
type Place = Pick<SharedHunk, 'at' | 'removed' | 'added'>

const { commitBytes } = SHARED_CODE_LIMITS
/** Of the hash of a commit and what stands around its files. */
const HEAD_BYTES = 200

/** As it goes over the wire: a character may take three bytes, and in JSON six. */
const bytesOfFile = (file: SharedFile): number => Buffer.byteLength(formatStorable(file)) + 1

export const bytesOf = ({ files }: SharedCommit): number =>
  files.reduce((sum, file) => sum + bytesOfFile(file), HEAD_BYTES)

/** All places as one, of which nothing but its size is sent: from the first line to the last that changed. */
export const asOne = (places: readonly Place[]): SharedHunk[] => {
  if (places.length === 0) return []
  const removed = places.reduce((end, one) => Math.max(end, one.at + one.removed), 0)
  const more = places.reduce((sum, one) => sum + one.added - one.removed, 0)
  return [{ at: 0, removed, added: removed + more, lines: null }]
}

const bareOf = (file: SharedFile): SharedFile => ({ ...file, hunks: asOne(file.hunks) })

/** Only which files it changed, and by how much. */
export const stripText = (commit: SharedCommit): SharedCommit => ({
  ...commit,
  files: commit.files.map(bareOf),
})

/** Only that there is such a commit, of which nothing is known. */
export const stripFiles = (commit: SharedCommit): SharedCommit => ({
  ...commit,
  files: [],
  is_cut: true,
})

/**
 * Of a commit that is larger than a request may be, the smallest files keep their text, and as many as possible are named.
 *
 * @returns the commit with its bytes.
 */
export const withinBytes = (
  commit: SharedCommit,
  most: number = commitBytes,
): { commit: SharedCommit; bytes: number } => {
  const whole = bytesOf(commit)
  if (whole <= most) return { commit, bytes: whole }
  const sizes = commit.files.map((file) => {
    const bare = bareOf(file)
    const bareBytes = bytesOfFile(bare)
    return { file, bare, bareBytes, more: Math.max(0, bytesOfFile(file) - bareBytes) }
  })
  let bytes = HEAD_BYTES
  const named = sizes.filter(({ bareBytes }) => {
    if (bytes + bareBytes > most) return false
    bytes += bareBytes
    return true
  })
  const kept = new Set<SharedFile>()
  for (const { file, more } of named.toSorted((a, b) => a.more - b.more)) {
    if (bytes + more > most) break
    bytes += more
    kept.add(file)
  }
  const files = named.map(({ file, bare }) => (kept.has(file) ? file : bare))
  return {
    commit: { ...commit, files, is_cut: commit.is_cut || files.length < commit.files.length },
    bytes,
  }
}
