/** The line for a terminal that comes of an invitation's link: the agent of that very server, and the code of the link. */
export const joinCommand = (link: string): string => {
  const { origin, pathname, searchParams } = new URL(link)
  const server = origin + pathname.replace(/\/join\/?$/, '')
  return `npx ${server}/agent.tgz join ${searchParams.get('token') ?? ''}`
}
