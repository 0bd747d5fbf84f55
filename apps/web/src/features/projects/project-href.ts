/** Pages that can be narrowed to one project. */
const NARROWABLE = ['/sessions', '/search', '/prompts', '/code', '/project']

/**
 * Address of a page narrowed to a project (or to none). Where the page cannot be narrowed, the list of sessions is.
 * Other filters of the page stay as they are.
 */
export const projectHref = (
  pathname: string,
  search: URLSearchParams,
  projectId: string | null,
): string => {
  const isNarrowable = NARROWABLE.includes(pathname)
  const params = new URLSearchParams(isNarrowable ? search : undefined)
  // A file is one of the project before.
  params.delete('path')
  if (projectId === null) params.delete('project')
  else params.set('project', projectId)
  const query = params.toString()
  return `${isNarrowable ? pathname : '/sessions'}${query === '' ? '' : `?${query}`}`
}

/** Address of another page that keeps the chosen project. */
export const keepProject = (href: string, projectId: string | null): string =>
  projectId !== null && NARROWABLE.includes(href)
    ? `${href}?${new URLSearchParams({ project: projectId })}`
    : href
