/** The command line: every command with its arguments and options. `koedana --help` prints them. */

import { Argument, Command, CommanderError, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { driveProviders } from '@koedana/contract/drives.ts'
import { AgeCategory } from '@koedana/contract/values.ts'
import { type Config, ConfigError, isThreadCount, maxThreads, readConfig, roles } from './config.ts'
import { about } from './features/system/about.ts'
import { UsageError } from './lib/app-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** 0 success; 1 the command ran and failed, or the settings are invalid; 2 the command line is invalid. */
const exitCodes = { success: 0, failure: 1, invalidUsage: 2 } as const

export async function runCommand(args: readonly string[], environment: Environment): Promise<number> {
  let code: number = exitCodes.success
  const run: Run = (load) => async (input) => {
    const config = readConfig(environment)
    code = await (await load())(config, input).catch(async (cause: unknown) => {
      const { toUserError } = await import('./open-configured.ts')
      throw toUserError(config, cause)
    })
  }
  try {
    await createProgram(run).parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    // Commander has already printed the reason or the requested help.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.success : exitCodes.invalidUsage
    if (!(error instanceof ConfigError || error instanceof UsageError)) throw error
    console.error(error.message)
    return exitCodes.failure
  }
}

/** Runs a command that is loaded only when it is called, so that an export does not load the web server. */
type Run = <T>(
  load: () => Promise<(config: Config, input: T) => Promise<number>>,
) => (input: T) => Promise<void>

const help = `
Settings are environment variables such as PORT, HOST, DATA_DIR and DATABASE_URL: see docs/configure.md.
Exit codes: 0 success, 1 failure, 2 invalid command line.`

function createProgram(run: Run): Command {
  const program = new Command('koedana')
    .description('Self-hosted library and catalog for audio drama works.')
    .version(about.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showHelpAfterError('Run the command with --help to see its options.')
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({ writeErr: (text) => console.error(text.trimEnd()) })
  addServe(program, run)
  addCatalog(program, run)
  addImports(program, run)
  addUpkeep(program, run)
  addDrive(program, run)
  addUser(program, run)
  return program
}

function addServe(program: Command, run: Run): void {
  const serve = run(async () => (await import('./commands/serve.ts')).serve)
  program
    .command('serve')
    .description('start the server')
    .addOption(new Option('--role <role>', 'requests, tasks or both; needs PostgreSQL').choices(roles))
    .option(
      '--threads <number>',
      'threads that handle requests (default: CPU cores minus one; 1 on PostgreSQL)',
      parseThreadCount,
    )
    .action((options) => serve(options))
}

function addCatalog(program: Command, run: Run): void {
  const importFile = run(async () => (await import('./commands/import.ts')).importFile)
  const exportFile = run(async () => (await import('./commands/export.ts')).exportFile)
  const scan = run(async () => (await import('./commands/scan.ts')).scan)
  program
    .command('import <file>')
    .description('import a catalog file (.jsonl or .jsonl.gz, - for standard input)')
    .action((file) => importFile(file))
  program
    .command('export [file]')
    .description('write the whole catalog as a catalog file (default: standard output)')
    .option('--readable', 'export what can still be read from a damaged database')
    .action((file, options) => exportFile({ ...options, file }))
  program
    .command('scan <folder>')
    .description('add a folder of works to the library, or scan it again')
    .addOption(ageOption('--age <rating>', 'rating of works without metadata').makeOptionMandatory())
    .option('--accept-loss', 'accept that many files are missing at once')
    .action((folder, options) => scan({ ...options, folder }))
}

function addImports(program: Command, run: Run): void {
  const kikoeru = run(async () => (await import('./commands/migration.ts')).importKikoeruServer)
  const audiobookshelf = run(async () => (await import('./commands/migration.ts')).importAudiobookshelfServer)
  const csv = run(async () => (await import('./commands/migration.ts')).importCsvFile)
  program
    .command('import-kikoeru <folder>')
    .description('import folders, works, accounts and personal data from a kikoeru server')
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .option('--no-scan', 'do not scan the folders')
    .addOption(ageOption('--age <rating>', 'rating of works without metadata').default('r18'))
    .addOption(ageOption('--ceiling <rating>', 'age limit of the imported accounts'))
    .option('--root <name=path>', 'where a folder of the old server is now (repeatable)', collectPairs)
    .option('--user <old=new>', 'import an account under another name (repeatable)', collectPairs)
    .action((folder, options) => kikoeru({ ...options, folder }))
  program
    .command('import-audiobookshelf <database>')
    .description('import listening positions and history from absdatabase.sqlite')
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .option('--user <old=new>', 'import an account under another name (repeatable)', collectPairs)
    .action((path, options) => audiobookshelf({ ...options, path }))
  program
    .command('import-csv <file>')
    .description('import status, rating and note for one account from a CSV file')
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .requiredOption('--user <name>', 'the account')
    .action((file, options) => csv({ ...options, file }))
}

const dryRunOption = () => new Option('--dry-run', 'report what would be imported and change nothing')
const jsonOption = () => new Option('--json', 'print the report as JSON')

function addUpkeep(program: Command, run: Run): void {
  const backup = run(async () => (await import('./commands/backup.ts')).backup)
  const restore = run(async () => (await import('./commands/backup.ts')).restore)
  const migrateTo = run(async () => (await import('./commands/migrate-to.ts')).migrateTo)
  const rotateSecret = run(async () => (await import('./commands/rotate-secret.ts')).rotateSecretKey)
  const doctor = run(async () => (await import('./commands/doctor.ts')).doctor)
  program
    .command('backup [path]')
    .description(
      'write database and covers to one file, also while the server runs (default: into BACKUP_DIR)',
    )
    .option('--with-key', 'include the encryption key; keep such a backup secret')
    .option('--without-covers', 'leave out the covers')
    .action((path, options) => backup({ ...options, path }))
  program
    .command('restore <path>')
    .description('replace the current data with a backup; the old data is kept next to it')
    .option('--into <folder>', 'restore into this data folder with SQLite, even if DATABASE_URL is set')
    .action((path, options) => restore({ ...options, path }))
  program
    .command('migrate-to <target>')
    .description(
      'copy the database to PostgreSQL (postgres://user:password@host:5432/name) or to SQLite (a folder)',
    )
    .action((target) => migrateTo(target))
  program
    .command('rotate-secret')
    .description(
      'encrypt all secrets with a new key; stop all servers first (with SECRET_KEY set, NEW_SECRET_KEY is the new key)',
    )
    .action(() => rotateSecret(undefined))
  program
    .command('doctor')
    .description('check database, index and covers, and suggest repairs')
    .action(() => doctor(undefined))
}

function addDrive(program: Command, run: Run): void {
  const examine = run(async () => (await import('./commands/drive.ts')).examineDrives)
  const importRclone = run(async () => (await import('./commands/drive.ts')).importRclone)
  const drive = program.command('drive').description('check cloud drives or link them from rclone')
  drive
    .command('doctor')
    .description('check linked drives and print a report that is safe to share')
    .addArgument(new Argument('[provider]', 'only the drives of this provider').choices(driveProviders))
    .option('--names', 'include the name of the file that was read')
    .action((provider, options) => examine({ ...options, provider }))
  drive
    .command('import-rclone <file> [numbers...]')
    .description('link drives from an rclone configuration; without numbers, list its remotes')
    .action((file, numbers) => importRclone({ file, numbers }))
}

function addUser(program: Command, run: Run): void {
  const add = run(async () => (await import('./commands/user.ts')).addUser)
  const reset = run(async () => (await import('./commands/user.ts')).resetUserPassword)
  const list = run(async () => (await import('./commands/user.ts')).listUsers)
  const user = program.command('user').description('create accounts, reset passwords, list accounts')
  user
    .command('add <name>')
    .description('create an account; the password is asked for, or read from standard input')
    .addOption(
      new Option('--role <role>', 'role of the account').choices(['general', 'admin']).default('general'),
    )
    .addOption(ageOption('--age <rating>', 'age limit (default: r18 for administrators, otherwise all)'))
    .action((name, options) => add({ ...options, name }))
  user
    .command('reset-password <name>')
    .description('set a new password and log the account out everywhere')
    .action((name) => reset(name))
  user
    .command('list')
    .description('list all accounts')
    .action(() => list(undefined))
}

const ageOption = <Flags extends string>(flags: Flags, description: string) =>
  new Option(flags, description).choices(AgeCategory.options)

function parseThreadCount(text: string): number {
  if (!isThreadCount(text))
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxThreads}.`)
  return Number(text)
}

function collectPairs(
  text: string,
  before: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const at = text.indexOf('=')
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('It must have the form NAME=VALUE.')
  return new Map([...before, [text.slice(0, at), text.slice(at + 1)]])
}
