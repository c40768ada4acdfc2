/** The start of the program: the command line, with its exit code. */
import { runCommand } from './cli.ts'
import { keepToOwner } from './lib/data-folder.ts'

keepToOwner()
process.exitCode = await runCommand(process.argv.slice(2), process.env)
