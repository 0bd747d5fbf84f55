import '../views/blame.view.ts'
import '../commands/as-of.ts'
import '../cli/add-command.ts'
import '../main.ts'
