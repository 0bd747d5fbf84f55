/**
 * What we put into a file of somebody else's, and how it comes out again. Both work on the text alone, so that they can be
 * shown before they are done.
 */
export type FileEdit = {
  path: string
  /**
   * The text with our part in it, the same when it is there already.
   * @param text undefined when there is no such file.
   * @throws CliError when the file cannot be understood; it is left alone then.
   */
  add: (text: string | undefined) => string
  /**
   * The text without our part; undefined when nothing but our part was in it.
   * @param before how the file was before our part came in, where that is known.
   */
  remove: (text: string, before: string | undefined) => string | undefined
  /** What somebody else put where our part belongs: it stays, so ours does not go in. Undefined where there is nothing. */
  other?: (text: string | undefined) => unknown
  /** Whether our part is in it, as it would be put in today or otherwise. */
  has: (text: string) => boolean
  /** Such as 0o755, of a file that we make. */
  mode?: number
}
