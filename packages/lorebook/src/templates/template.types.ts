/** What `lore book init` starts a book with: the layers of `lorecraft.yaml`, and all of `schema.yaml`. */
export type BookTemplate = { about: string; layers: string; schema: string }
