export { BookPage } from './book-page.tsx'
export { BooksPage } from './books-page.tsx'
export { EntityPage } from './entity-page.tsx'
