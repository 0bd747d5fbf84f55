let isUnderway = false

/** From here on an answer that nobody is signed in leads nowhere: who signs out is led to the page that says so. */
export const setSigningOut = (value: boolean): void => {
  isUnderway = value
}
export const isSigningOut = (): boolean => isUnderway
