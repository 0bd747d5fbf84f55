/** What opens a file of a folder on this machine in Visual Studio Code; undefined where its path leads elsewhere. */
export const editorHref = (folder: string, file: string): string | undefined => {
  const isWhole = /^(?:\/|[a-z]:[\\/])/iu.test(folder)
  const names = [...folder.split(/[\\/]/u).filter((name) => name !== ''), ...file.split('/')]
  if (!isWhole || names.some((name) => ['', '.', '..'].includes(name))) return undefined
  return `vscode://file/${names
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([a-z])%3A/iu, '$1:')}`
}
