/** The same repositories, some of them others: they are made when they are asked for, so they cannot be spread. */
export const withOthers = <T extends object>(repositories: T, others: Partial<T>): T =>
  Object.create(repositories, Object.getOwnPropertyDescriptors(others))
