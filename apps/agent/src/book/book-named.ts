import { PROJECT_FILE, readProject } from '@teamlore/lorebook'
import { nameIn } from './load-book.ts'
import { findBook, readBookFile } from './read-book-files.ts'

/** What the book of a folder is called. @throws where the folder is in no book */
export const bookOfFolder = async (folder: string): Promise<string> => {
  const text = (await readBookFile(await findBook(folder), PROJECT_FILE)) ?? ''
  return readProject(text).project?.project ?? nameIn(text) ?? ''
}

/** The book that is named, else that of the folder. */
export const bookNamed = async (book: string | undefined, folder: string): Promise<string> =>
  book ?? (await bookOfFolder(folder))
