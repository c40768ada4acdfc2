/**
 * Writes the notices of all third-party software: of what the bundle contains, of the packages that the server needs, and of
 * the programs in the container image. `licenses.json` is for the client, `third-party-notices.txt` for the npm package.
 * The build fails if a package has no license text.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Plugin } from 'vite'

const web = fileURLToPath(new URL('../', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** `client`: sent to browsers. `server`: installed with the npm package. `image`: in the container image only. */
type NoticePart = 'client' | 'server' | 'image'

interface Notice {
  readonly name: string
  readonly version?: string | undefined
  /** An SPDX expression. */
  readonly license: string
  readonly text: string
  readonly parts: readonly NoticePart[]
}

/** The modules of the service worker, which is a bundle of its own. */
export const workerModules = new Set<string>()

export function notices(): Plugin {
  return {
    name: 'koedana-notices',
    apply: 'build',
    generateBundle: {
      // The service worker is built by then.
      order: 'post',
      handler(_, bundle) {
        const bundled = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => join(web, name)),
        )
        const styles = [...this.getModuleIds()].filter((id) => id.endsWith('.css'))
        const all = mergeNotices([
          ...bundledNotices([...bundled, ...workerModules, ...styles.flatMap(importedStyles)]),
          ...serverNotices(),
          ...dataNotices(),
          ...imageNotices(),
        ])
        this.emitFile({ type: 'asset', fileName: 'licenses.json', source: noticesJson(all) })
        this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: noticesText(all) })
      },
    },
  }
}

/** Returns the notices of the packages that these modules belong to. Throws if one has no license text. */
const bundledNotices = (ids: readonly string[]): readonly Notice[] =>
  [...new Set(ids.flatMap((id) => packageFolderOf(id) ?? []))].map((folder) => noticeOf(folder, 'client'))

/** Returns undefined for a module of ours. What bundlers add themselves has no file: `\0vite/preload-helper.js`. */
function packageFolderOf(id: string): string | undefined {
  const [, helper] = /^\0(vite|rolldown)\//.exec(id) ?? []
  if (helper) return join(root, 'node_modules', helper)
  return /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]
}

/** Styles of packages are not in the list of modules: `@import` has become a part of ours. */
function importedStyles(id: string): readonly string[] {
  const [file = id] = id.split('?', 1)
  if (packageFolderOf(file) !== undefined) return [file]
  const names = [...readFileSync(file, 'utf8').matchAll(/@import\s+['"]([^.'"/][^'"]*)['"]/g)]
  return names.flatMap(([, name]) => (name ? [join(root, 'node_modules', name)] : []))
}

const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string()),
  author: v.optional(v.union([v.string(), v.object({ name: v.string() })])),
})

function noticeOf(folder: string, part: NoticePart): Notice {
  const read = readFileSync(join(folder, 'package.json'), 'utf8')
  const { name, version, license, author } = v.parse(Manifest, JSON.parse(read))
  if (!license) throw new Error(`${name} names no license`)
  const own = licenseFilesIn(folder)
  const by = typeof author === 'string' ? author : author?.name
  const text =
    own || [readmeSection(folder), by && `By ${by}`, standardText(license, name)].filter(Boolean).join('\n\n')
  return { name, version, license, text, parts: [part] }
}

const licenseFilesIn = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[sc]e|copying|notice|unlicense)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')

/** Some packages have their notices only in their README. */
function readmeSection(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^readme\.md$/i.test(name))
  if (!file) return undefined
  return /^#+ licen[sc](?:e|ing)\s*$([\s\S]*?)(?=^#|$(?![\s\S]))/im
    .exec(readFileSync(join(folder, file), 'utf8'))?.[1]
    ?.trim()
}

/** Returns the texts of an SPDX expression for a package that comes without them. Throws for an unknown license. */
function standardText(license: string, name: string): string {
  return license
    .split(' AND ')
    .map((one) => {
      const file = join(root, 'licenses', 'standard', `${one}.txt`)
      if (!existsSync(file)) throw new Error(`${name} has no license text, and there is no ${file}`)
      return readFileSync(file, 'utf8').trim()
    })
    .join('\n\n')
}

const LockedPackage = v.object({
  version: v.optional(v.string()),
  license: v.optional(v.string()),
  link: v.optional(v.boolean()),
  dependencies: v.optional(v.record(v.string(), v.string())),
  optionalDependencies: v.optional(v.record(v.string(), v.string())),
  peerDependencies: v.optional(v.record(v.string(), v.string())),
})
const Lock = v.object({ packages: v.record(v.string(), LockedPackage) })

/** These workspaces are in the npm package; the kernel contains the runtime of its compiler. */
const workspaces = ['server', 'contract', 'catalogue', 'fakes']
const compiledIn = ['assemblyscript']

/** Returns the notices of all packages that the server may need, on every platform. */
function serverNotices(): readonly Notice[] {
  const { packages } = v.parse(Lock, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const paths = new Set(compiledIn.map((name) => `node_modules/${name}`))
  const addAll = (path: string, names: readonly string[]) => {
    for (const name of names) {
      const found = lockedPath(packages, path, name)
      if (found !== undefined && !packages[found]?.link) paths.add(found)
    }
  }
  for (const name of workspaces)
    addAll(`packages/${name}`, Object.keys(packages[`packages/${name}`]?.dependencies ?? {}))
  // A set is walked to its end, also while it grows.
  for (const path of paths) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
    if (compiledIn.some((name) => path === `node_modules/${name}`)) continue
    addAll(path, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
  }
  return [...paths].map((path) => {
    const folder = join(root, path)
    if (existsSync(folder)) return noticeOf(folder, 'server')
    // It is for another platform than this one.
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { version, license } = packages[path] ?? {}
    if (!license) throw new Error(`${name} names no license`)
    return { name, version, license, text: standardText(license, name), parts: ['server'] }
  })
}

/** Returns where Node would find the package, as a path in the lock file; undefined if it is not installed at all. */
function lockedPath(
  packages: Readonly<Record<string, unknown>>,
  from: string,
  name: string,
): string | undefined {
  const found = `${from}${from && '/'}node_modules/${name}`
  if (found in packages) return found
  if (from === '') return undefined
  return lockedPath(packages, from.replace(/\/?(?:node_modules|packages)\/(?:@[^/]+\/)?[^/]+$/, ''), name)
}

/** Files of ours that are derived from others' data; each text names its source. */
const dataNotices = (): readonly Notice[] => [
  { name: 'OpenCC', license: 'Apache-2.0', text: licenseFile('opencc'), parts: ['client', 'server'] },
  { name: 'zxcvbn (common passwords)', license: 'MIT', text: licenseFile('zxcvbn'), parts: ['server'] },
]

const licenseFile = (name: string) => readFileSync(join(root, 'licenses', `${name}.txt`), 'utf8').trim()

/** The programs of the container image (`deploy/Dockerfile`); libvips is in the packages of sharp. */
const imageNotices = (): readonly Notice[] => [
  {
    name: 'FFmpeg',
    license: 'GPL-2.0-or-later',
    text: `${fromDebian('ffmpeg')}\n\n${standardText('GPL-2.0-or-later', 'FFmpeg')}`,
    parts: ['image'],
  },
  {
    name: 'Node.js',
    license: 'MIT',
    text: 'The image contains the licenses of Node.js and of the libraries in it as /usr/local/LICENSE.\nSource: https://github.com/nodejs/node',
    parts: ['image'],
  },
  { name: 'Debian', license: 'various', text: fromDebian('*'), parts: ['image'] },
]

const fromDebian = (name: string) =>
  `An unchanged package of Debian. The image contains its notices as /usr/share/doc/${name}/copyright.\nSource: https://sources.debian.org`

/** Returns one notice for each version of a package, sorted by name. */
function mergeNotices(all: readonly Notice[]): readonly Notice[] {
  const merged = new Map<string, Notice>()
  for (const notice of all) {
    const key = `${notice.name} ${notice.version}`
    const parts = new Set([...(merged.get(key)?.parts ?? []), ...notice.parts])
    merged.set(key, { ...notice, parts: [...parts] })
  }
  return [...merged.values()].sort((a, b) => byName.compare(a.name, b.name))
}

const byName = new Intl.Collator('en')

/** Many packages share one text, which is written once: `text` is its position in `texts`. */
function noticesJson(all: readonly Notice[]): string {
  const texts = [...new Set(all.map(({ text }) => text))]
  return JSON.stringify({ notices: all.map((one) => ({ ...one, text: texts.indexOf(one.text) })), texts })
}

/** Packages with the same text are listed above it, together. */
function noticesText(all: readonly Notice[]): string {
  const byText = Map.groupBy(all, ({ text }) => text)
  const blocks = [...byText].map(([text, ones]) => {
    const heads = ones.map(
      ({ name, version = '', license, parts }) => `${name} ${version} (${license}; ${parts.join(', ')})`,
    )
    return [...heads, '', text].join('\n')
  })
  const line = `\n\n${'='.repeat(80)}\n\n`
  return `${[head, ...blocks].join(line)}\n`
}

const head = `Third-party software in Koedana. Behind each name are its license and where it is used: client (sent to browsers),
server (installed with the npm package) or image (the container image).`
