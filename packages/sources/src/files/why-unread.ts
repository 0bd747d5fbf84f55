import { lstat, stat } from 'node:fs/promises'

/** Why something cannot be read: what is to be done about it depends on the cause. */
export type Unread = {
  /** A sentence without its subject: "may not be read by you". */
  problem: string
  cause?: 'damaged' | 'dangling' | 'denied' | 'name' | 'passing' | undefined
}

/** What an error of the file system says. */
export const whyUnread = (error: unknown): Unread => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'EACCES' || code === 'EPERM')
    return { problem: `may not be read by you (${code})`, cause: 'denied' }
  if (code === 'EIO') return { problem: 'cannot be read (EIO)', cause: 'damaged' }
  return {
    problem: `cannot be read (${code ?? (error instanceof Error ? error.message : String(error))})`,
  }
}

export const LEADS_NOWHERE: Unread = { problem: 'is a link that leads nowhere', cause: 'dangling' }

/** Node gives such a name with marks in place of what it is made of: nothing goes by the name it gives. */
export const NO_UTF8: Unread = {
  problem: 'has a name that is not UTF-8, by which it cannot be opened',
  cause: 'name',
}

/** Why what should be at a path cannot even be looked at; undefined where it can, and where nothing is there. */
export const whyHidden = async (path: string): Promise<Unread | undefined> => {
  try {
    await stat(path)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return whyUnread(error)
    const link = await lstat(path).catch(() => undefined)
    return link?.isSymbolicLink() ? LEADS_NOWHERE : undefined
  }
}
