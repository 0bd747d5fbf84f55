const UNSTORABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what this is about.
  /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** PostgreSQL's text and jsonb hold neither NUL nor half of a surrogate pair: both become U+FFFD. */
export const storableText = (text: string): string => text.replace(UNSTORABLE, '\uFFFD')
