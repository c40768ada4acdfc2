import { runCommand } from './cli.ts'
import { setUpProcess } from './process-settings.ts'

const args = process.argv.slice(2)
setUpProcess(args[0])
process.exitCode = await runCommand(args, process.env)
