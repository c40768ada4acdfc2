/** `koedana serve | import … | export … | scan … | backup … | restore … | migrate-to … | doctor | drive … | rotate-secret | user …`. */
import { type Config, ConfigError, readConfig } from './config.ts'
import { UsageError } from './lib/app-error.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Command = (config: Config, args: readonly string[]) => Promise<number>

/** Each command is loaded when it is called, so that an export never pays for the web server. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  import: async () => (await import('./commands/import.ts')).importFile,
  'import-kikoeru': async () => (await import('./commands/migration.ts')).importKikoeruServer,
  'import-audiobookshelf': async () => (await import('./commands/migration.ts')).importAudiobookshelfServer,
  'import-csv': async () => (await import('./commands/migration.ts')).importCsvFile,
  export: async () => (await import('./commands/export.ts')).exportFile,
  scan: async () => (await import('./commands/scan.ts')).scan,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/backup.ts')).restore,
  'migrate-to': async () => (await import('./commands/migrate-to.ts')).migrateTo,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  drive: async () => (await import('./commands/drive.ts')).drive,
  'rotate-secret': async () => (await import('./commands/rotate-secret.ts')).rotateSecretKey,
  user: async () => (await import('./commands/user.ts')).user,
}

const usage = `Usage: koedana COMMAND

  serve [--role all|api|worker] [--threads N]
                                   start the server. On PostgreSQL one process may take the requests and another
                                   run the tasks. N threads take requests: without it one fewer than cores, and
                                   one on PostgreSQL
  import FILE                      take in a catalogue feed (.jsonl or .jsonl.gz, - for standard input)
  import-kikoeru PATH [--dry-run] [--json] [--no-scan] [--age all|r15|r18] [--ceiling all|r15|r18]
                 [--root NAME=PATH…] [--user OLD=NEW…]
                                   move a kikoeru server in: folders, works, accounts, marks, positions, playlists.
                                   PATH is its folder. The age is for works no source knows, the ceiling for its
                                   accounts; docs/migrating.md says the rest
  import-audiobookshelf PATH [--dry-run] [--json] [--user OLD=NEW…]
                                   take in what people heard, from its absdatabase.sqlite
  import-csv FILE --user NAME [--dry-run] [--json]
                                   take in marks of one account, from a table of code,status,rating,note
  export [--readable] [FILE]       write the whole catalogue as a feed, to standard output without FILE. With that
                                   word, of a damaged database what can still be read
  scan PATH --age all|r15|r18 [--accept-loss]
                                   take in a folder of works; the age is for works no source knows. With the
                                   last word, much that is gone at once is believed to be gone on purpose
  backup [PATH] [--with-key] [--without-covers]
                                   write database and covers into one file, also while the server runs; into
                                   BACKUP_DIR without PATH. With the key, whoever has it reads every secret
  restore PATH [--into DIR]        put a backup in the place of what is there, which is kept beside it
  migrate-to postgres://… | DIR    copy the database to the other engine, where there is nothing yet
  doctor                           say whether database, index and covers are whole, and what to do where not
  drive import-rclone PATH [NUMBER…]
                                   link cloud drives by an rclone configuration; without numbers, say what it holds
  drive doctor [PROVIDER] [--names]
                                   examine linked drives, and print a report that may be shown to anybody; with the
                                   last word it names the file that was read
  rotate-secret                    seal all secrets with a new key; stop all servers first. Where SECRET_KEY is set,
                                   NEW_SECRET_KEY is the new one
  user add NAME [--role general|admin] [--age all|r15|r18]
                                   make an account; its password is asked for, or read from standard input
  user reset-password NAME         give an account a new password and end its sessions
  user list                        all accounts

Settings are environment variables: PORT, HOST, DATA_DIR, BACKUP_DIR, DATABASE_URL, ROLE, THREADS, PUBLIC_URL, TRUSTED_PROXIES.`

/** Returns the exit code: 0 done, 1 failed or misused. */
export async function runCommand(args: readonly string[], environment: Environment): Promise<number> {
  const [name = '', ...rest] = args
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    console.error(usage)
    return 1
  }
  try {
    const config = readConfig(environment)
    return await (await load())(config, rest).catch(async (cause: unknown) => {
      const { inWords } = await import('./open-configured.ts')
      throw inWords(config, cause)
    })
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UsageError)) throw error
    console.error(error.message)
    return 1
  }
}
