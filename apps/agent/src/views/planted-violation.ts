import '../commands/as-of.ts'
import '../cli/add-command.ts'
import '../main.ts'
