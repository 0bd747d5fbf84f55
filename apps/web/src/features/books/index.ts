export { BookPage } from './book-page.tsx'
export { BooksPage } from './books-page.tsx'
export { EntityById } from './entity-by-id.tsx'
export { EntityPage } from './entity-page.tsx'
