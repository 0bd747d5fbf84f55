import { ProjectPage } from '../../../features/project/index.ts'

const Page = () => <ProjectPage />

export default Page
