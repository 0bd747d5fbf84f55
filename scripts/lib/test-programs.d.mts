export const programWords: (url: string | URL) => string[]
