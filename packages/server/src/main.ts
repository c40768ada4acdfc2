/** Where the program starts: the command line, with its exit code. */
import { runCommand } from './cli.ts'

process.exitCode = await runCommand(process.argv.slice(2), process.env)
