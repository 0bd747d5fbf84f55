import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readFunctionTexts } from './function-texts.ts'
import { loadCorpus } from './load-corpus.ts'
import type { RetrievalSet } from './retrieval-sets.ts'

export const FUNCTIONS = 'functions'

const FILE = new URL('../data/functions/questions.json', import.meta.url)
const questionsSchema = z.array(z.object({ question: z.string(), answers: z.array(z.string()) }))

/** Functions of npm packages, asked for as people type into a search box. */
export const functionsSet = (): RetrievalSet => ({
  name: FUNCTIONS,
  queries: questionsSchema
    .parse(JSON.parse(readFileSync(FILE, 'utf8')))
    .map(({ question, answers }, at) => ({
      id: String(at),
      text: question,
      corpus: FUNCTIONS,
      grades: new Map(answers.map((id) => [id, 1])),
    })),
  isComplete: true,
  load: async (world, embedder) =>
    new Map([[FUNCTIONS, await loadCorpus(world, readFunctionTexts(), embedder)]]),
})
