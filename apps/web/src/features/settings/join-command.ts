/** The line for a terminal that comes of an invitation's link: the agent of that very server, and the code of the link. */
export const joinCommand = (link: string): string => {
  const { origin, searchParams } = new URL(link)
  return `npx ${origin}/agent.tgz join ${searchParams.get('token') ?? ''}`
}
