export const testsWithoutDatabase: (folder: string) => string[]
