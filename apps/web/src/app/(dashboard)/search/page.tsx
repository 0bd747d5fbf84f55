import { SearchPage } from '../../../features/search/index.ts'

const Page = () => <SearchPage />

export default Page
