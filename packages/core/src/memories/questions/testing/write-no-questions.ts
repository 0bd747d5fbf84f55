import type { SearchWorld } from '../../../search/testing/search-world.ts'
import { makeWriteQuestions } from '../write-questions.ts'

/** A model was asked for questions of every memory, and gave none: what is compared then is compared by its own words. */
export const writeNoQuestions = async ({
  unitOfWork,
  systemScope,
}: Pick<SearchWorld, 'unitOfWork' | 'systemScope'>): Promise<void> => {
  await makeWriteQuestions({
    unitOfWork,
    askModel: async (_, __, { schema }) => schema.parse({ questions: [] }),
  })(systemScope)
}
