/**
 * Builds the package that `npx koedana` runs. The program is converted to JavaScript in the same folders as here, so that threads, pictures
 * and the client are found. Its dependencies have the versions used here.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { builtinModules, stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { buildKernel, buildWeb } from './build.mjs'
import { root } from './run.mjs'

/** Documents that the package includes besides the code. */
const documents = ['LICENSE', 'README.md', 'CHANGELOG.md', 'licenses']
/** The build of the client writes it. */
const noticesFile = 'third-party-notices.txt'
const entries = ['scripts/koedana.mjs', 'scripts/demo.ts', 'packages/server/src/main.ts']

interface Manifest {
  readonly version: string
  readonly license: string
  readonly description?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Writes `koedana-VERSION.tgz` into the folder; returns its path. */
export async function pack(target: string): Promise<string> {
  await buildKernel()
  await buildWeb()
  const staged = join(root, '.cache', 'pack')
  rmSync(staged, { recursive: true, force: true })
  const packages = stageFiles(staged)
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifestWith(packages), null, 2)}\n`)
  mkdirSync(target, { recursive: true })
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: staged, maxBuffer: 64 * 1024 * 1024 })
  const [made]: readonly { readonly filename: string }[] = JSON.parse(stdout)
  if (!made) throw new Error('npm made no package')
  return join(target, made.filename)
}

/** Copies everything that the entries reference; returns the names of the packages they need. */
function stageFiles(staged: string): ReadonlySet<string> {
  const packages = new Set<string>()
  const files = new Set(entries.map((entry) => join(root, entry)))
  // Iterating a set includes elements that are added meanwhile.
  for (const file of files) {
    const to = join(staged, relative(root, file).replace(/\.ts$/, '.js'))
    mkdirSync(dirname(to), { recursive: true })
    if (statSync(file).isDirectory()) {
      for (const one of modulesIn(file)) files.add(one)
      cpSync(file, to, { recursive: true, filter: (path) => !isTypeScript(path) })
      continue
    }
    if (!/\.m?[jt]s$/.test(file)) {
      cpSync(file, to)
      continue
    }
    const source = readFileSync(file, 'utf8')
    const found = isTypeScript(file)
      ? toJavaScript(source, file)
      : { text: source, ...referencesOf(source, file) }
    writeFileSync(to, found.text, { mode: statSync(file).mode })
    for (const one of found.files) files.add(one)
    for (const one of found.packages) packages.add(one)
  }
  for (const name of documents) cpSync(join(root, name), join(staged, name), { recursive: true })
  cpSync(join(root, 'packages/web/dist', noticesFile), join(staged, noticesFile))
  const { version, license } = manifestAt('packages/server')
  const own = { name: '@koedana/server', version, license, type: 'module' }
  writeFileSync(join(staged, 'packages/server/package.json'), JSON.stringify(own))
  return packages
}

interface References {
  /** Absolute paths of the project's files and folders. */
  readonly files: readonly string[]
  readonly packages: readonly string[]
}

const isTypeScript = (file: string) => file.endsWith('.ts')

/** Returns the modules in a folder that code reads by URL: nothing else references them. */
const modulesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => isTypeScript(name) && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))

/**
 * Returns the source without types, on the same lines, with references to JavaScript files. Columns stay the same up to a changed
 * reference.
 */
export function toJavaScript(source: string, file: string): References & { readonly text: string } {
  const plain = stripTypeScriptTypes(source)
  const text = plain.replace(reference, (whole, before: string, quote: string, name: string) => {
    const path = pathOf(name, file)
    if (path === undefined || !isTypeScript(path)) return whole
    const beside = relative(dirname(file), path).replace(/\.ts$/, '.js')
    return `${before}${quote}${beside.startsWith('.') ? beside : `./${beside}`}${quote}`
  })
  return { text, ...referencesOf(plain, file) }
}

/** Matches imports and exports of files or packages, and `new URL` with `import.meta.url`. */
const reference =
  /((?:^|[^\w.$])(?:from|import|import\(|new URL\((?=[^)]*import\.meta\.url))\s*)(['"])([^'"\n]+)\2/g

function referencesOf(source: string, file: string): References {
  const names = [...source.matchAll(reference)].flatMap(([, , , name]) => (name === undefined ? [] : [name]))
  const files = names.flatMap((name) => pathOf(name, file) ?? [])
  const packages = names.flatMap((name) => packageOf(name) ?? [])
  return { files, packages }
}

/** Returns undefined if the name is not a file of the project. */
function pathOf(name: string, file: string): string | undefined {
  const [, workspace, path] = /^@koedana\/(\w+)\/(.+)$/.exec(name) ?? []
  if (workspace && path) return join(root, 'packages', workspace, 'src', path)
  const isRelative = /^\.{1,2}\//.test(name) || name.endsWith('.bin')
  return isRelative ? join(dirname(file), name) : undefined
}

/** Returns undefined for modules of Node.js and of the project. */
function packageOf(name: string): string | undefined {
  const [, found] = /^((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/|$)/.exec(name) ?? []
  if (found === undefined || found.startsWith('@koedana/') || name.endsWith('.bin')) return undefined
  return builtinModules.includes(found) ? undefined : found
}

/** Throws if a package is in no workspace's dependencies. */
function manifestWith(packages: ReadonlySet<string>) {
  const { version, license, description, engines } = manifestAt('.')
  const known = Object.assign({}, ...workspaces().map((name) => manifestAt(name).dependencies))
  const dependencies = [...packages].sort().map((name) => {
    const wanted: unknown = known[name]
    if (typeof wanted !== 'string') throw new Error(`${name} is needed, and no workspace depends on it`)
    return [name, wanted]
  })
  return {
    name: 'koedana',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { koedana: 'scripts/koedana.mjs' },
    dependencies: Object.fromEntries(dependencies),
  }
}

const workspaces = () => readdirSync(join(root, 'packages')).map((name) => join('packages', name))

const manifestAt = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

if (import.meta.main) {
  console.log(await pack(join(root, process.argv[2] ?? '.cache')))
}
