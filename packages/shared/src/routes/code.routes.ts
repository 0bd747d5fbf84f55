import {
  CHANGE_LIMITS,
  changeReportRequestSchema,
  changeReportSchema,
} from '../changes/change-report.contract.ts'
import {
  CODE_GRAPH_LIMITS,
  codeFileQuerySchema,
  codeFileSchema,
  codeFolderQuerySchema,
  codeFolderSchema,
  codeGraphQuerySchema,
  codeGraphReceiptSchema,
  codeGraphRequestSchema,
  codeGraphSchema,
} from '../contracts/code.contract.ts'
import { WHY_LIMITS, whyQuerySchema, whyResponseSchema } from '../contracts/why.contract.ts'
import { route } from './route.ts'

const reading = { method: 'GET', needs: 'viewer', tag: 'Code' } as const

export const codeGraphRoutes = {
  get: route({
    ...reading,
    path: '/v1/code-graph',
    id: 'getCodeGraph',
    docs: 'what is known of the code of a `project`: files, imports, languages, commit',
    summary: 'Get the code graph of a project',
    description:
      'How many files and imports the code graph of a project has, in which languages, and what it was built of. The project is named by id, name or remote URL.',
    query: codeGraphQuerySchema,
    answer: codeGraphSchema,
    failures: [404],
  }),
  file: route({
    ...reading,
    path: '/v1/code-graph/file',
    id: 'getCodeFile',
    docs: 'one file (`path`) of a `project`: what it imports and what imports it',
    summary: 'Get a file of the code graph',
    description:
      'What a file imports and which files import it, within its repository, without any code.',
    query: codeFileQuerySchema,
    answer: codeFileSchema,
    failures: [404],
  }),
  folder: route({
    ...reading,
    path: '/v1/code-graph/folder',
    id: 'getCodeFolder',
    docs: 'what lies in a folder (`path`) of a `project`, with how many memories are about it and sessions wrote there',
    summary: 'Get a folder of the code of a project',
    description:
      'Folders and files in a folder, with how many memories that hold are about something in each, and how many sessions wrote commits there lately. Files are those of the code graph; without one, those of the commits.',
    query: codeFolderQuerySchema,
    answer: codeFolderSchema,
    failures: [404],
  }),
  send: route({
    method: 'POST',
    path: '/v1/code-graph',
    id: 'sendCodeGraph',
    needs: 'member',
    tag: 'Code',
    docs: 'files of a repository, their imports and hashes, whole or what changed; as `lore graph build` sends it',
    summary: 'Send a code graph',
    description: [
      'Takes the files of a repository with the files that each imports, and hashes of what it defines; no code and no names of',
      'definitions. A graph larger than one request comes in parts of the same `build`, all but the last with `has_more`. Once a',
      'default branch was sent, other branches only add files that are lacking. Sending the same again changes nothing, nor does',
      `what a machine built before what it sent last. At most ${CODE_GRAPH_LIMITS.maxFiles} files a request; the body may be compressed as in ingest.`,
    ].join(' '),
    body: codeGraphRequestSchema,
    answer: codeGraphReceiptSchema,
    wire: 'packed',
    timeoutMs: 120_000,
    bodyLimit: CODE_GRAPH_LIMITS.maxBytes,
    compressedLimit: CODE_GRAPH_LIMITS.maxCompressedBytes,
    nul: 'handled',
    failures: [403],
  }),
} as const

export const whyRoutes = {
  why: route({
    ...reading,
    path: '/v1/why',
    id: 'why',
    docs: 'what is known of a file, a line or the files of a diff: `project`, `path` (several with line feeds between), `line`, `as_of`, `budget_tokens`, `format`',
    summary: 'Ask why code is as it is',
    description: [
      'Memories by how near the code is that they are anchored to: the same file 1.0, a folder it lies in 0.7, a file it imports 0.3,',
      'a file that imports it 0.2. The best single reason counts and is named. Each says what contradicts it, as long as nobody has decided.',
      'Behind them what was tried and taken back, and the sessions that wrote to the file with their prompts. What was replaced comes last and is marked. The text keeps to',
      `budget_tokens in every form; at most ${WHY_LIMITS.maxPaths} paths. Where nothing is known of a path, the only one that ends so is answered for, and a note says so; else those like it are suggested.`,
    ].join(' '),
    query: whyQuerySchema,
    answer: whyResponseSchema,
    failures: [404],
    spare: ['exact'],
  }),
  changeReport: route({
    method: 'POST',
    path: '/v1/change-report',
    id: 'reportChange',
    needs: 'viewer',
    tag: 'Code',
    docs: 'what the team knows that bears on a change: its `files` with their lines, `commits`, and what it is `about`',
    summary: 'Report what is known of a change',
    description: [
      'For pull requests and CI. Memories that are active, reviewed and visible to the team: those about lines that change, about files that change or go, and what was tried and given up',
      `where the change resembles it. At most ${CHANGE_LIMITS.maxItems}, the best first, and none where nothing is worth saying. Which sessions wrote the commits, as far as the asker may see them. Nothing is stored.`,
    ].join(' '),
    body: changeReportRequestSchema,
    answer: changeReportSchema,
    bodyLimit: CHANGE_LIMITS.maxBytes,
    failures: [404, 422],
    spare: ['files.words'],
  }),
} as const
