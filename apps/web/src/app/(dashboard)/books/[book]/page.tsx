import { BookPage } from '../../../../features/books/index.ts'

const Page = () => <BookPage />

export default Page
