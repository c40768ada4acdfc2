/** Independent WebDAV servers that serve a folder of the test. They are Debian packages; tests are skipped on machines without them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../../testing/free-port.ts'

export const realServers = ['nginx', 'apache', 'rclone'] as const
export type RealServer = (typeof realServers)[number]

export interface RunningServer {
  /** URL of the root, without a trailing slash. */
  readonly url: string
  readonly user: string
  readonly password: string
  readonly folder: string
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const programs: Readonly<Record<RealServer, string>> = { nginx: 'nginx', apache: 'apache2', rclone: 'rclone' }

/** In CI all servers must be installed, so nothing is skipped. */
export const isMissing = (server: RealServer): boolean =>
  process.env.CI !== 'true' &&
  (spawnSync(programs[server], ['-h']).error !== undefined || (server === 'nginx' && !existsSync(davModule)))

const davModule = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so'
const apacheModules = '/usr/lib/apache2/modules'

const user = 'listener'
const password = 'Pass:word 1'

export async function startRealServer(server: RealServer): Promise<RunningServer> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-webdav-')))
  // Servers that start as root switch to another user.
  chmodSync(base, 0o777)
  const folder = join(base, 'files')
  mkdirSync(folder)
  const port = await freePort()
  writeFileSync(join(base, 'users'), `${user}:${hashPassword(password)}\n`)
  const config = join(base, 'config')
  if (server !== 'rclone') writeFileSync(config, configs[server]({ base, folder, port }))
  const [program, ...args] = commands[server]({ config, folder, port })
  let stop: () => Promise<void>
  const start = async () => {
    const child = spawn(program, args, { stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await untilListening(port, child)
    stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}/files`,
    user,
    password,
    folder,
    start,
    stop: () => stop(),
    close: async () => {
      await stop()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

interface ServerPaths {
  readonly base: string
  readonly folder: string
  readonly port: number
}

const configs: Readonly<Record<'nginx' | 'apache', (base: ServerPaths) => string>> = {
  nginx: ({ base, folder, port }) => `
load_module ${davModule};
daemon off;
user root;
pid ${base}/pid;
error_log ${base}/errors;
events {}
http {
  access_log off;
  client_body_temp_path ${base}/bodies;
  dav_ext_lock_zone zone=locks:1m;
  server {
    listen 127.0.0.1:${port};
    auth_basic "files";
    auth_basic_user_file ${base}/users;
    location /files {
      root ${folder.slice(0, folder.lastIndexOf('/'))};
      dav_methods off;
      dav_ext_methods PROPFIND OPTIONS;
    }
  }
}
`,
  apache: ({ base, folder, port }) => `
${['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'dav', 'dav_fs']
  .map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`)
  .join('\n')}
ServerName localhost
ServerRoot ${base}
PidFile ${base}/pid
ErrorLog ${base}/errors
Listen 127.0.0.1:${port}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
DavLockDB ${base}/locks
DocumentRoot ${base}
<Directory ${folder}>
  Dav On
  Options -Indexes
  AuthType Basic
  AuthName files
  AuthUserFile ${base}/users
  Require valid-user
</Directory>
`,
}

const commands: Readonly<
  Record<
    RealServer,
    (given: { config: string; folder: string; port: number }) => readonly [string, ...string[]]
  >
> = {
  nginx: ({ config }) => ['nginx', '-c', config],
  apache: ({ config }) => ['apache2', '-D', 'FOREGROUND', '-f', config],
  rclone: ({ folder, port }) => [
    'rclone',
    ...['serve', 'webdav', folder, '--addr', `127.0.0.1:${port}`, '--baseurl', '/files', '--read-only'],
    ...['--user', user, '--pass', password, '--dir-cache-time', '0s', '--config', '/dev/null'],
  ],
}

/** Like `htpasswd`, in the one format that nginx and Apache both support. */
function hashPassword(text: string): string {
  const { stdout } = spawnSync('openssl', ['passwd', '-apr1', text], { encoding: 'utf8' })
  return stdout.trim()
}

export async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isListening) return
    await setTimeout(20)
  }
}
