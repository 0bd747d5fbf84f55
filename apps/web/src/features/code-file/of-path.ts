import type { CodeFile } from '@teamlore/shared/code'

/** What is known of the code of this file. For a path that no graph has, the server answers of the only one that ends so: that is another page. */
export const ofPath = <File extends Pick<CodeFile, 'path'>>(
  file: File | undefined,
  path: string,
): File | undefined => (file?.path === path ? file : undefined)
