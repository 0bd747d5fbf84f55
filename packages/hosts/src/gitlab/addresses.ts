export const GITLAB = 'https://gitlab.com'

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** Where people open it: gitlab.com, or an installation of one's own, which may be below a path. */
export const webUrlOf = (asked: string | undefined): string => withoutSlash(asked ?? GITLAB)

const API = '/api/v4'

export const apiUrlOf = (webUrl: string): string => `${withoutSlash(webUrl)}${API}`

export const accountUrlOf = (webUrl: string, slug: string): string => `${webUrl}/${slug}`

/** GitLab gives no address of a note: it is a place on the page of its merge request. */
export const noteUrlOf = (
  { app, fullName }: { app: { apiUrl: string }; fullName: string },
  { number, noteId }: { number: number; noteId: number },
): string => {
  const webUrl = app.apiUrl.slice(0, -API.length)
  return `${webUrl}/${fullName}/-/merge_requests/${number}#note_${noteId}`
}
