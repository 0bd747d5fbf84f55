import { BooksPage } from '../../../features/books/index.ts'

const Page = () => <BooksPage />

export default Page
