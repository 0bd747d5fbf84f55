import { EntityById } from '../../../../features/books/index.ts'

const Page = () => <EntityById />

export default Page
