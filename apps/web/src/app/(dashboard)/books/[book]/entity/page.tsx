import { EntityPage } from '../../../../../features/books/index.ts'

const Page = () => <EntityPage />

export default Page
