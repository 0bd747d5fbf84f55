import { ContradictionsPage } from '../../../../features/memories/index.ts'

const Page = () => <ContradictionsPage />

export default Page
