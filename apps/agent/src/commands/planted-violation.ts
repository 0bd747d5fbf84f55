import '../cli/add-command.ts'
import '../main.ts'
