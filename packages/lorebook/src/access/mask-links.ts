const WIKI_LINK = /!?\[\[([^[\]|#^\n]+)(?:[#^][^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/gu
/** `[text](path "title")` and `[text](<path with spaces>)`. */
const MARKDOWN_LINK = /!?\[([^[\]\n]{0,1000})\]\(\s*(?:<([^<>\n]+)>|([^\s()<>]+))[^()\n]{0,500}\)/gu
/** `[name]: path`, which links elsewhere in the text lead to. */
const DEFINITION = /^( {0,3}\[[^[\]\n]{1,1000}\]:[ \t]*)(?:<([^<>\n]+)>|(\S+)).*$/gmu

/** Stands where a visible text links to something hidden. */
export const HIDDEN = '[hidden]'

type Secrets = {
  isSecret: (name: string) => boolean
  isSecretLink: (target: string) => boolean
}

/** The path of a file as a link of Markdown writes it. */
const pathIn = (address: string): string => {
  const path = address.replace(/[?#].*$/su, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A text in which links to what is hidden show the words of the text alone, or nothing where these name it. */
export const maskLinks = (text: string, { isSecret, isSecretLink }: Secrets): string => {
  if (!text.includes('[')) return text
  const wordsFor = (shownAs: string | undefined): string =>
    shownAs === undefined || shownAs === '' || isSecretLink(shownAs) || isSecret(shownAs)
      ? HIDDEN
      : shownAs
  const leadsTo = (angled: string | undefined, plain: string | undefined): boolean =>
    isSecretLink(pathIn(angled ?? plain ?? ''))
  return text
    .replace(WIKI_LINK, (link: string, target: string, shownAs?: string) =>
      isSecretLink(target.trim()) ? wordsFor(shownAs) : link,
    )
    .replace(MARKDOWN_LINK, (link: string, words: string, angled?: string, plain?: string) =>
      leadsTo(angled, plain) ? wordsFor(words) : link,
    )
    .replace(DEFINITION, (line: string, head: string, angled?: string, plain?: string) =>
      leadsTo(angled, plain) ? `${head}#` : line,
    )
}
