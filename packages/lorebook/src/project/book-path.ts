/** A path inside the book, with `/` and without `./`; undefined where it is absolute or leads out. */
export const bookPath = (path: string): string | undefined => {
  if (path.includes('\0')) return undefined
  const slashed = path.replaceAll('\\', '/')
  if (slashed.startsWith('/') || /^[a-z]:/iu.test(slashed)) return undefined
  const steps = slashed.split('/').filter((step) => step !== '' && step !== '.')
  return steps.includes('..') ? undefined : steps.join('/')
}

/** Whether a file lies at or beneath a path; both as `bookPath` gives them. */
export const liesIn = (file: string, folder: string): boolean =>
  folder === '' || file === folder || file.startsWith(`${folder}/`)
