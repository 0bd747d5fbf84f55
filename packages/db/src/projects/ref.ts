export const projectRef = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name }
