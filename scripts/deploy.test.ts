import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { settingNames } from '@koedana/server/config.ts'
import { bodyLimitOf } from '@koedana/server/http/serve.ts'
import { loggablePath } from '@koedana/server/lib/log.ts'
import * as v from 'valibot'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './run.mjs'

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const filesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
const files = [...filesIn('deploy'), ...filesIn('.github/workflows')]
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined

/** Variables of other programs, and of the files themselves. */
const foreignVariables =
  /^(POSTGRES_(USER|PASSWORD|DB)|SHELF_(NAME|NODES)|MEDIA_DIR|MALLOC_ARENA_MAX|NODE_ENV|GITHUB_(REF_NAME|BASE_REF)|GH_TOKEN|AF_[A-Z0-9]+)$/

test.each(files)('%s names settings that there are', (file) => {
  const words = textOf(file).match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b/g) ?? []
  const own = new Set(words.filter((word) => !foreignVariables.test(word)))
  expect([...own].filter((word) => !settingNames.includes(word))).toEqual([])
})

const Environment = v.optional(v.record(v.string(), v.string()), {})
const Compose = v.object({
  services: v.record(
    v.string(),
    v.object({ image: v.string(), environment: Environment, read_only: v.optional(v.boolean()) }),
  ),
})

test.each(['deploy/compose.yaml', 'deploy/truenas.yaml'])(
  '%s starts us with settings that there are',
  (file) => {
    const { services } = v.parse(Compose, parse(textOf(file), { merge: true }))
    const own = Object.values(services).filter(({ image }) => image.includes('koedana'))
    expect(own.length).toBeGreaterThan(0)
    for (const { environment, read_only } of own) {
      expect(read_only).toBe(true)
      expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([])
    }
  },
)

test('what nodes share is the same volume in both, in a folder that the image gives to its user', () => {
  const shared = ['covers', 'feeds', 'moving']
  const Nodes = v.object({ services: v.record(v.string(), v.object({ volumes: v.array(v.string()) })) })
  const { one, two } = v.parse(Nodes, parse(textOf('deploy/compose.yaml'), { merge: true })).services
  for (const node of [one, two])
    expect(node?.volumes).toEqual(expect.arrayContaining(shared.map((name) => `${name}:/data/${name}`)))
  const made = /mkdir -p (.+) && chown/.exec(textOf('deploy/Dockerfile'))?.[1]?.split(' ')
  expect(made).toEqual(shared.map((name) => `/data/${name}`))
  const [line] = textOf('docs/scale.md').match(/^- \*\*Folders that all see the same.*$/m) ?? []
  for (const name of shared) expect(line).toContain(`\`${name}\``)
})

test('the Unraid template is whole, and its variables are settings', () => {
  const text = textOf('deploy/unraid.xml')
  const open: string[] = []
  for (const [, isEnd, name, isEmpty] of text.matchAll(/<(\/?)([A-Za-z]+)(?:\s[^>]*?)?(\/?)>/g)) {
    if (isEnd) expect(open.pop()).toBe(name)
    else if (!isEmpty) open.push(name ?? '')
  }
  expect(open).toEqual([])
  const variables = [...text.matchAll(/Target="([^"]+)"[^>]*Type="Variable"/g)].map(([, name]) => name ?? '')
  expect(variables.length).toBeGreaterThan(0)
  expect(variables.filter((name) => !settingNames.includes(name))).toEqual([])
})

describe('the image', () => {
  const text = textOf('deploy/Dockerfile')

  test('is made of files that there are', () => {
    const ignored = textOf('.dockerignore')
    const sent = [...ignored.matchAll(/^!(.+)$/gm)].map(([, name]) => name ?? '')
    expect(sent.filter((name) => !existsSync(join(root, name)))).toEqual([])
    const [, entry] = /node_modules\/koedana\/(\S+)\.js"\]/.exec(text) ?? []
    expect(existsSync(join(root, `${entry}.ts`))).toBe(true)
  })

  test('sets settings that there are, and runs as nobody who is root', () => {
    const [, set = ''] = /^ENV (.+)$/m.exec(text) ?? []
    const names = set.split(' ').map((pair) => pair.split('=')[0] ?? '')
    expect(names.filter((name) => !settingNames.includes(name) && !foreignVariables.test(name))).toEqual([
      'PATH',
    ])
    expect([...text.matchAll(/^USER (.+)$/gm)].at(-1)?.[1]).toBe('node')
  })

  describe('says that it is healthy', () => {
    const [, words = ''] = /^HEALTHCHECK .+\\\n +CMD (.+)$/m.exec(text) ?? []
    const [program, ...args] = v.parse(v.array(v.string()), JSON.parse(words))
    const exitCode = async (server: Server, tls: Readonly<Record<string, string>>) => {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => void server.close())
      const address = server.address()
      const port = typeof address === 'object' ? String(address?.port) : ''
      const child = spawn(process.execPath, args, { env: { PORT: port, ...tls }, stdio: 'ignore' })
      const [code] = await once(child, 'exit')
      return code
    }
    const responding =
      (status: number): RequestListener =>
      ({ url }, response) =>
        response.writeHead(url === '/api/v3/health/live' ? status : 404).end()

    test('over HTTP, while it responds', async () => {
      expect(program).toBe('node')
      expect(await exitCode(createServer(responding(200)), {})).toBe(0)
      expect(await exitCode(createServer(responding(503)), {})).toBe(1)
    })

    test('over HTTPS, with a certificate of its own', async () => {
      const { cert, key } = makeCertificate()
      const pair = { cert: readFileSync(cert), key: readFileSync(key) }
      expect(await exitCode(createTlsServer(pair, responding(200)), { TLS_CERT: cert })).toBe(0)
      expect(await exitCode(createTlsServer(pair, responding(503)), { TLS_CERT: cert })).toBe(1)
    })
  })
})

/** Creates files that are deleted after the test. */
function makeCertificate(): { readonly folder: string; readonly cert: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=x'],
    { stdio: 'ignore' },
  )
  return { folder, cert, key }
}

test('what proxies and the image call by its path is there', () => {
  const paths = new Set(Object.values(api).map(({ path }) => basePath + path))
  for (const file of filesIn('deploy'))
    for (const [path] of textOf(file).matchAll(/\/api\/v3\/[\w/-]*/g))
      expect([
        path,
        [...paths].some((known) => (path.endsWith('/') ? known.startsWith(path) : known === path)),
      ]).toEqual([path, true])
})

const Step = v.object({ uses: v.optional(v.string()), run: v.optional(v.string()) })
const Workflow = v.object({
  permissions: v.record(v.string(), v.string()),
  jobs: v.record(v.string(), v.object({ 'timeout-minutes': v.number(), steps: v.array(Step) })),
})

test.each(filesIn('.github/workflows'))(
  '%s pins each action by its version, and runs scripts that there are',
  (file) => {
    const { jobs, permissions } = v.parse(Workflow, parse(textOf(file)))
    expect(permissions).toEqual({ contents: 'read' })
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    const uses = steps.flatMap((step) => step.uses ?? [])
    expect(uses.filter((name) => !/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/.test(name))).toEqual([])
    const { scripts } = v.parse(
      v.object({ scripts: v.record(v.string(), v.string()) }),
      JSON.parse(textOf('package.json')),
    )
    const run = steps.flatMap((step) =>
      [...(step.run ?? '').matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? ''),
    )
    expect(run.filter((name) => scripts[name] === undefined)).toEqual([])
  },
)

/** Preinstalled on the CI machines. */
const preinstalled = ['curl']
/** Programs whose Debian package has another name. */
const packageOf: Readonly<Record<string, string>> = { gpo: 'gpodder' }

test('programs that tests insist on in CI are installed there', () => {
  const list = 'scripts/debian-packages.txt'
  expect(textOf('.github/workflows/ci.yml')).toContain(list)
  expect(textOf('.ci/run')).toContain(list)
  const installed = textOf(list)
    .split('\n')
    .map((name) => name.replace(/-(full|bin)$/, ''))
  const conditions = globSync('packages/*/src/**/*.test.ts', { cwd: root }).flatMap(
    (file) => textOf(file).match(/process\.env\.CI [!=]== 'true' (?:&&|\|\|)[\s\S]*?\n\n/g) ?? [],
  )
  const programs = conditions.flatMap((words) =>
    [...words.matchAll(/(?:spawnSync\('|import )([\w-]+)'/g)].map(([, name]) => name ?? ''),
  )
  expect(programs).toEqual(expect.arrayContaining(['curl', 'nginx', 'rclone']))
  expect(
    programs
      .map((name) => packageOf[name] ?? name)
      .filter((name) => ![...installed, ...preinstalled].includes(name)),
  ).toEqual([])
})

test('no proxy keeps anybody with the same node', () => {
  for (const file of ['deploy/Caddyfile', 'deploy/nginx.conf', 'deploy/traefik.yaml', 'docs/scale.md'])
    expect([file, textOf(file).match(/ip_hash|sticky|stays? with (a node|one)/gi)]).toEqual([file, null])
})

describe('nginx', () => {
  const text = textOf('deploy/nginx.conf')

  test('logs no address that has a secret in it', () => {
    const [, path = ''] = /location ~ (\S+) \{[^}]*access_log off;/.exec(text) ?? []
    const isUnlogged = new RegExp(path)
    const addresses = [
      '/feeds/secret/new.xml',
      '/kikoeru/with/secret/api/works',
      '/abs/public/session/secret/track/1',
      '/abs/api/session/secret/sync',
    ]
    for (const address of addresses) {
      expect(loggablePath(address)).not.toContain('secret')
      expect([address, isUnlogged.test(address)]).toEqual([address, true])
    }
    for (const address of ['/abs/api/items/RJ01000001', '/works'])
      expect([address, isUnlogged.test(address)]).toEqual([address, false])
  })

  test('takes the largest body that the server takes, and not many times as much', () => {
    const [, mebibytes = ''] = /client_max_body_size (\d+)m;/.exec(text) ?? []
    const largest = Math.max(...Object.values(api).map(bodyLimitOf))
    expect(Number(mebibytes) * 1024 ** 2).toBeGreaterThanOrEqual(largest)
    expect(Number(mebibytes) * 1024 ** 2).toBeLessThanOrEqual(2 * largest)
  })
})

const Traefik = v.object({
  http: v.object({
    routers: v.object({ koedana: v.object({ rule: v.string(), service: v.literal('koedana') }) }),
    services: v.object({
      koedana: v.object({
        loadBalancer: v.object({ servers: v.array(v.object({ url: v.pipe(v.string(), v.url()) })) }),
      }),
    }),
  }),
})

test('the file for Traefik leads to us', () => {
  expect(
    v.parse(Traefik, parse(textOf('deploy/traefik.yaml'))).http.services.koedana.loadBalancer.servers,
  ).not.toEqual([])
})

test.skipIf(!isInstalled('systemd-analyze'))('systemd takes the unit', () => {
  const { stderr, status } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', join(root, 'deploy/koedana.service')],
    { encoding: 'utf8' },
  )
  expect(stderr.split('\n').filter((line) => line.includes('koedana.service'))).toEqual([])
  expect(status).toBe(0)
})

test.skipIf(!isInstalled('nginx'))('nginx takes its file', () => {
  const { folder, cert, key } = makeCertificate()
  const server = textOf('deploy/nginx.conf')
    .replace('/etc/ssl/shelf.example.pem', cert)
    .replace('/etc/ssl/shelf.example.key', key)
    .replace('/var/log/nginx', folder)
    .replace('listen 80;', 'listen 127.0.0.1:28380;')
    .replace('listen 443 ', 'listen 127.0.0.1:28343 ')
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, `pid ${folder}/pid; events {} http { access_log off; ${server} }`)
  const { stderr, status } = spawnSync('nginx', ['-t', '-c', config, '-p', folder, '-e', 'stderr'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
})

const IssueForm = v.object({
  name: v.string(),
  description: v.string(),
  body: v.array(
    v.object({ type: v.picklist(['markdown', 'textarea', 'input', 'dropdown']), id: v.optional(v.string()) }),
  ),
})

test.each(filesIn('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('config.yml')))(
  '%s is an issue form with distinct field IDs',
  (file) => {
    const { body } = v.parse(IssueForm, parse(textOf(file)))
    const ids = body.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(undefined)
  },
)
