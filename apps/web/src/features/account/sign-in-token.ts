/** The token in what somebody pasted: a whole sign-in link, its end, or the token alone. Undefined when there is none. */
export const tokenIn = (pasted: string): string | undefined => {
  const text = pasted.trim()
  const inLink = /[?&]token=([^&#\s]+)/.exec(text)?.[1]
  const token = inLink === undefined ? text : decode(inLink)
  return token !== undefined && /^[\w.~-]{10,200}$/.test(token) ? token : undefined
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
