// @module-tag large
/** Runs the proxies with the files of `deploy/` in front of a server that returns the headers it received. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { request as requestTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@koedana/server/testing/free-port.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './run.mjs'

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const isInstalled = (program: string) => spawnSync(program, ['version']).error === undefined

/** Forged headers: each spelling twice, and the secret of the proxy. */
const forged = [
  ...['Remote-User', 'remote-user', 'REMOTE-USER', 'Remote_User', 'remote_user'],
  ...['X-Koedana-Proxy-Secret', 'x_koedana_proxy_secret'],
].flatMap((name) => [name, 'warden', name, 'nagi'])
const isNamed = (name: string) => /^(remote.user|x.koedana.proxy.secret)$/i.test(name)

let backend: Server
let provider: Server
beforeAll(async () => {
  backend = createServer(({ rawHeaders }, response) => response.end(JSON.stringify(rawHeaders)))
  // Authelia responds with the name of the user who has its cookie.
  provider = createServer(({ headers }, response) => {
    const isSignedIn = headers.cookie === 'authelia_session=nagi'
    response.writeHead(isSignedIn ? 200 : 401, isSignedIn ? { 'Remote-User': 'nagi' } : {}).end()
  })
  for (const server of [backend, provider]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const server of [backend, provider]) server.close()
})
const portOf = (server: Server) => v.parse(v.object({ port: v.number() }), server.address()).port

interface Received {
  readonly status: number
  readonly location: string | undefined
  /** The received headers that name a user, and the secret. */
  readonly named: readonly string[]
}

async function receive(origin: string, path: string, headers: readonly string[] = []): Promise<Received> {
  const { protocol, port } = new URL(origin)
  const options = {
    host: '127.0.0.1',
    port,
    path,
    headers: ['Host', 'shelf.example', ...headers],
    rejectUnauthorized: false,
  }
  const sent = protocol === 'https:' ? requestTls(options) : request(options)
  const [response] = await once(sent.end(), 'response')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  const raw: unknown = response.statusCode === 200 ? JSON.parse(text) : []
  const all = v.parse(v.array(v.string()), raw)
  const named = all.flatMap((name, at) => (at % 2 === 0 && isNamed(name) ? `${name}: ${all[at + 1]}` : []))
  // Servers ignore empty headers.
  const filled = named.filter((line) => !line.endsWith(': ')).map((line) => line.toLowerCase())
  return { status: response.statusCode, location: response.headers.location, named: filled }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-proxies-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the proxy until the end of the test; waits until it responds. */
async function run(command: readonly [string, ...string[]], env: NodeJS.ProcessEnv, origin: string) {
  const [program, ...args] = command
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await expect
    .poll(
      () =>
        receive(origin, '/').then(
          ({ status }) => status,
          () => undefined,
        ),
      { timeout: 20_000 },
    )
    .toBe(200)
}

async function startNginx(change: (text: string) => string, backendPort = portOf(backend)) {
  const folder = newFolder()
  const fileOf = (name: string) => join(folder, name)
  const [key, cert, errors] = [fileOf('key'), fileOf('cert'), fileOf('errors')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
    ].concat(['-subj', '/CN=shelf.example', '-keyout', key, '-out', cert]),
    { stdio: 'ignore' },
  )
  const [http, https] = [await freePort(), await freePort()]
  const server = change(textOf('deploy/nginx.conf'))
    .replace('/etc/ssl/shelf.example.pem', cert)
    .replace('/etc/ssl/shelf.example.key', key)
    .replace('/var/log/nginx', folder)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace('127.0.0.1:8330', `127.0.0.1:${backendPort}`)
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  writeFileSync(
    config,
    `pid ${folder}/pid; error_log ${errors}; daemon off; master_process off; events {} http { ${temporary} ${server} }`,
  )
  return {
    command: ['nginx', '-c', config, '-p', folder, '-e', errors] as const,
    errors,
    origin: `https://127.0.0.1:${https}`,
  }
}

const addresses = [
  '/',
  '/api/v3/about',
  '/api/v3/media/x',
  '/api/v3/admin/tasks',
  '/feeds/x/new.xml',
  '/rest/ping',
  '/abs/api/me',
]
/** Other spellings of the sign-in address, which must not bypass its rules. */
const similarAddresses = [
  '/api/v3/auth/proxy/',
  '/api/v3/auth/./proxy',
  '/API/v3/auth/proxy',
  '//api/v3/auth/proxy',
  '/api/v3/auth/%70roxy',
]

describe.skipIf(!isInstalled('nginx'))('nginx', () => {
  test('passes no user that a caller names, and has no sign-in as it is shipped', async () => {
    const { command, origin } = await startNginx((text) => text)
    await run([...command], {}, origin)
    for (const path of [...addresses, ...similarAddresses])
      expect([path, (await receive(origin, path, forged)).named]).toEqual([path, []])
    expect((await receive(origin, '/api/v3/auth/proxy', forged)).status).toBe(404)
  })

  test('passes the user of the sign-in at one address, with the secret', async () => {
    const { command, origin } = await startNginx((text) =>
      text
        .replace('    return 404;\n', '')
        .replace(/^( {2,4})# (?=(?: {2})?(auth_request|error_page|proxy_|location|internal;|}))/gm, '$1')
        .replace('127.0.0.1:9091', `127.0.0.1:${portOf(provider)}`)
        .replace('PROXY_SECRET"', 'of-this-proxy"'),
    )
    await run([...command], {}, origin)
    const stranger = await receive(origin, '/api/v3/auth/proxy', forged)
    expect([stranger.status, stranger.location]).toEqual([
      302,
      'https://auth.example/?rd=https://shelf.example/api/v3/auth/proxy',
    ])
    const headers = [...forged, 'Cookie', 'authelia_session=nagi']
    expect((await receive(origin, '/api/v3/auth/proxy', headers)).named.toSorted()).toEqual([
      'remote-user: nagi',
      'x-koedana-proxy-secret: of-this-proxy',
    ])
    for (const path of addresses)
      expect([path, (await receive(origin, path, headers)).named]).toEqual([path, []])
    for (const path of similarAddresses) {
      const { named } = await receive(origin, path, forged)
      expect([path, named]).toEqual([path, []])
    }
  })

  test('writes no secret of an address into its error log when the server is away', async () => {
    const away = await freePort()
    const { command, origin, errors } = await startNginx((text) => text, away)
    const placeholder = createServer((_request, response) => response.end('[]')).listen(away, '127.0.0.1')
    await run([...command], {}, origin)
    placeholder.closeAllConnections()
    await new Promise((resolve) => placeholder.close(resolve))
    for (const path of [
      '/feeds/the-secret/new.xml',
      '/kikoeru/with/the-secret/api/works',
      '/abs/api/session/the-secret/sync',
    ])
      expect((await receive(origin, path)).status).toBe(502)
    expect((await receive(origin, '/works')).status).toBe(502)
    const logged = readFileSync(errors, 'utf8')
    expect(logged).toContain('/works')
    expect(logged).not.toContain('the-secret')
  })
})

describe.skipIf(!isInstalled('caddy'))('Caddy', () => {
  const startCaddy = async (change: (text: string) => string) => {
    const folder = newFolder()
    const origin = `http://127.0.0.1:${await freePort()}`
    const config = join(folder, 'Caddyfile')
    writeFileSync(config, `{\n\tadmin off\n}\n${change(textOf('deploy/Caddyfile'))}`)
    const env = {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SHELF_NAME: `http://:${new URL(origin).port}`,
      SHELF_NODES: `127.0.0.1:${portOf(backend)}`,
      PROXY_SECRET: 'of-this-proxy',
    }
    await run(['caddy', 'run', '--config', config, '--adapter', 'caddyfile'], env, origin)
    return origin
  }

  test('passes no user that a caller names', async () => {
    const origin = await startCaddy((text) => text)
    for (const path of [...addresses, ...similarAddresses, '/api/v3/auth/proxy'])
      expect([path, (await receive(origin, path, forged)).named]).toEqual([path, []])
  })

  test('passes the user of the sign-in at one address, with the secret', async () => {
    const origin = await startCaddy((text) =>
      text
        .replace(/^(\t+)# (?=@sign_in|forward_auth|\t(uri|copy_headers)|\}|request_header @)/gm, '$1')
        .replace('127.0.0.1:9091', `127.0.0.1:${portOf(provider)}`),
    )
    expect((await receive(origin, '/api/v3/auth/proxy', forged)).status).toBe(401)
    const headers = [...forged, 'Cookie', 'authelia_session=nagi']
    expect((await receive(origin, '/api/v3/auth/proxy', headers)).named.toSorted()).toEqual([
      'remote-user: nagi',
      'x-koedana-proxy-secret: of-this-proxy',
    ])
    for (const path of addresses)
      expect([path, (await receive(origin, path, headers)).named]).toEqual([path, []])
    for (const path of similarAddresses) {
      const { named } = await receive(origin, path, forged)
      expect([path, named]).toEqual([path, []])
    }
  })
})

test('the file for Traefik empties each spelling for every router', () => {
  const Headers = v.object({
    headers: v.object({ customRequestHeaders: v.record(v.string(), v.literal('')) }),
  })
  const Routers = v.record(v.string(), v.object({ middlewares: v.array(v.string()) }))
  const Middlewares = v.object({ 'koedana-strangers': Headers })
  const File = v.object({ http: v.object({ routers: Routers, middlewares: Middlewares }) })
  const { routers, middlewares } = v.parse(File, parse(textOf('deploy/traefik.yaml'))).http
  for (const router of Object.values(routers)) expect(router.middlewares[0]).toBe('koedana-strangers')
  const emptied = Object.keys(middlewares['koedana-strangers'].headers.customRequestHeaders)
  expect(emptied.every(isNamed)).toBe(true)
  expect(emptied).toHaveLength(4)
})
