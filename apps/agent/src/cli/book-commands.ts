import { BOOK_ROLES, EXPORT_FORMATS, TEMPLATE_NAMES } from '@teamlore/lorebook/choices'
import { Argument, type Command, Option } from 'commander'
import type { QueryOptions } from '../book/book-answers.ts'
import { type BookQuery, QUERIES } from '../book/queries.ts'
import type {
  BookExportOptions,
  BookInferOptions,
  BookInitOptions,
  BookValidateOptions,
} from '../commands/books/book.command.ts'
import type { BookApplyOptions } from '../commands/books/book-apply.command.ts'
import type { BookIngestOptions } from '../commands/books/book-ingest.command.ts'
import type { BookLinksOptions } from '../commands/books/book-links.command.ts'
import type { BookUndoOptions } from '../commands/books/book-undo.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { wholeNumber } from './whole-number.ts'

const MAX_SESSION = 1_000_000

/** `lore book`: all but `ingest` works on the files alone, without a server. */
export const addBook = (program: Command, deps: ProgramDeps): void => {
  const book = addCommand(
    program,
    deps,
    'book',
    '',
    'keep a lorebook: a knowledge graph of Markdown files',
    [
      'lore book init --template software-architecture',
      'lore book infer ~/vault',
      'lore book validate',
      'lore book ingest',
      'lore book query relations Checkout --depth 2',
      'lore book query state Checkout --layer delivery --session 12',
      'lore book export --format mermaid --around Checkout',
    ],
  )
    .helpCommand(false)
    .copyInheritedSettings(program)
  addMaking(book, deps)
  addIngest(book, deps)
  addUndo(book, deps)
  addLinks(book, deps)
  addKeeping(book, deps)
  addReading(book, deps)
  addQuery(book, deps)
}

const addMaking = (book: Command, { run }: ProgramDeps): void => {
  book
    .command('init')
    .description('begin a book: writes lorecraft.yaml and schema.yaml, and over nothing')
    .option('--name <name>', 'of the book; the name of the folder by default')
    .addOption(
      new Option('--template <name>', 'what its schema begins with')
        .choices(TEMPLATE_NAMES)
        .default('software-architecture'),
    )
    .action((_options: BookInitOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BookInitOptions & Json>()
      return run(json === true, async (context) => {
        const { runBookInit } = await import('../commands/books/book.command.ts')
        return runBookInit(context, options)
      })
    })
  book
    .command('infer [folder]')
    .description('propose both files for notes that exist, such as an Obsidian vault')
    .option('--name <name>', 'of the book; the name of the folder by default')
    .option('--write', 'write them into the folder, over nothing')
    .action((folder: string | undefined, _options: BookInferOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BookInferOptions & Json>()
      return run(json === true, async (context) => {
        const { runBookInfer } = await import('../commands/books/book.command.ts')
        return runBookInfer(context, folder, options)
      })
    })
}

const addIngest = (book: Command, { run }: ProgramDeps): void => {
  book
    .command('ingest')
    .description('send the book to the server; only changed files are sent')
    .option('--full', 'send every file, whatever the server has')
    .option('--dry-run', 'ask the server what would change, change nothing')
    .option('--move-home', 'make this repository and branch where the book comes from')
    .option('--allow-deletions', 'go on where many entities would be deleted')
    .option('--versions', 'send every tag of the repository too, to be asked later with `at`')
    .action((_options: BookIngestOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BookIngestOptions & Json>()
      return run(json === true, async (context) => {
        const { runBookIngest } = await import('../commands/books/book-ingest.command.ts')
        return runBookIngest(context, options)
      })
    })
}

const addUndo = (book: Command, { run }: ProgramDeps): void => {
  book
    .command('undo')
    .description("make the server's book what it was before its last ingest")
    .option('--book <name>', 'another book than that of this folder')
    .option('--list', 'say which generations can be restored, restore none')
    .addOption(
      new Option('--generation <n>', 'restore this one').argParser(wholeNumber(MAX_SESSION)),
    )
    .action((_options: BookUndoOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BookUndoOptions & Json>()
      return run(json === true, async (context) => {
        const { runBookUndo } = await import('../commands/books/book-undo.command.ts')
        return runBookUndo(context, options)
      })
    })
}

const addLinks = (book: Command, { run }: ProgramDeps): void => {
  book
    .command('links')
    .description('links in texts as relationships: what they would add, or decide on it')
    .option('--on', "they are relationships of the server's book")
    .option('--off', 'they are not')
    .option('--book <name>', 'another book than that of this folder')
    .action((_options: BookLinksOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BookLinksOptions & Json>()
      return run(json === true, async (context) => {
        const { runBookLinks } = await import('../commands/books/book-links.command.ts')
        return runBookLinks(context, options)
      })
    })
}

const addKeeping = (book: Command, { run }: ProgramDeps): void => {
  book
    .command('watch')
    .description('ingest the book now and whenever its files change')
    .action((_options: object, command: Command) =>
      run(command.optsWithGlobals<Json>().json === true, async (context) => {
        const { runBookWatch } = await import('../commands/books/book-watch.command.ts')
        return runBookWatch(context)
      }),
    )
  book
    .command('proposals')
    .description('relationships that texts suggest and no note says')
    .action((_options: object, command: Command) =>
      run(command.optsWithGlobals<Json>().json === true, async (context) => {
        const { runBookProposals } = await import('../commands/books/book-apply.command.ts')
        return runBookProposals(context)
      }),
    )
  book
    .command('apply')
    .description('write the proposals that people confirmed into the notes')
    .option('--dry-run', 'say what would be written, write nothing')
    .action((_options: BookApplyOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BookApplyOptions & Json>()
      return run(json === true, async (context) => {
        const { runBookApply } = await import('../commands/books/book-apply.command.ts')
        return runBookApply(context, options)
      })
    })
}

const addReading = (book: Command, { run, version }: ProgramDeps): void => {
  book
    .command('validate')
    .description(
      'find what is wrong with a book, by file and line; ends with 1 where there are errors',
    )
    .option('--sarif', 'print SARIF, which code hosts show beside the lines')
    .option('--strict', 'end with 1 for warnings too')
    .action((_options: BookValidateOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BookValidateOptions & Json>()
      return run(json === true, async (context) => {
        const { runBookValidate } = await import('../commands/books/book.command.ts')
        return runBookValidate(context, options, version)
      })
    })
  selecting(book.command('export').description('write a book, or a part of it, as a text'))
    .addOption(
      new Option('--format <name>', 'of the text').choices(EXPORT_FORMATS).default('markdown'),
    )
    .option('--around <name>', 'only what is near this entity')
    .addOption(depthOption())
    .option('--out <file>', 'write it there, over nothing')
    .addOption(
      new Option('--role <name>', 'as this role sees it; a handout as a viewer does').choices(
        BOOK_ROLES,
      ),
    )
    .addOption(atOption())
    .action((_options: BookExportOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<BookExportOptions & Json>()
      return run(json === true, async (context) => {
        const { runBookExport } = await import('../commands/books/book.command.ts')
        return runBookExport(context, options)
      })
    })
}

const addQuery = (book: Command, { run }: ProgramDeps): void => {
  selecting(book.command('query').description('ask the files of a book'))
    .addArgument(new Argument('<what>', 'to ask for').choices([...QUERIES, 'sql']))
    .addArgument(new Argument('[name...]', 'name or alias of an entity, in any case'))
    .addOption(depthOption())
    .addOption(
      new Option('--direction <way>', 'of relationships').choices(['outgoing', 'incoming', 'both']),
    )
    .addOption(sessionOption('--session <n>', 'state as of this session'))
    .option('--date <date>', 'state as of this real date, such as 2025-02-15')
    .addOption(atOption())
    .option('--semantic', 'search by meaning: asks the server')
    .addOption(sessionOption('--from <n>', 'first session of a timeline'))
    .addOption(sessionOption('--to <n>', 'last session of a timeline'))
    .addOption(
      new Option('--order <way>', 'of a timeline; world goes by the calendar of the book').choices([
        'session',
        'world',
      ]),
    )
    .option('--from-world <date>', 'first date in the world of a timeline')
    .option('--to-world <date>', 'last date in the world of a timeline')
    .action((what: BookQuery | 'sql', name: string[], _options: QueryOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<QueryOptions & Json>()
      return run(json === true, async (context) => {
        if (options.semantic && what === 'search') {
          const { runBookSemantic } = await import('../commands/books/book-semantic.command.ts')
          return runBookSemantic(context, name, options)
        }
        if (what === 'sql') {
          const { runBookSql } = await import('../commands/books/book-sql.command.ts')
          return runBookSql(context, name.join(' '))
        }
        const { runBookQuery } = await import('../commands/books/book.command.ts')
        return runBookQuery(context, what, name, options)
      })
    })
}

const selecting = (command: Command): Command =>
  command
    .option('--type <name>', 'of this entity type, or relationship type')
    .option('--layer <name>', 'of this layer')
    .option('--tag <name>', 'with this tag')

const atOption = (): Option =>
  new Option('--at <version>', 'as of this tag, commit or date of the repository')

const depthOption = (): Option =>
  new Option('--depth <n>', 'steps from the entity, up to 5 (default: 1)').argParser(wholeNumber(5))

const sessionOption = (flags: string, about: string): Option =>
  new Option(flags, about).argParser(wholeNumber(MAX_SESSION, 0))
