/** Fills `:id`; ids are encoded, so an odd one cannot lead to another path. */
export const routeTo = (route: string, id: string): string =>
  route.replace(':id', () => encodeURIComponent(id))
