// @module-tag large
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { notices } from '@koedana/web/vite/notices.ts'
import * as v from 'valibot'
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { pack } from './pack.ts'
import { root } from './run.mjs'

const web = join(root, 'packages/web')

const Listed = v.object({
  notices: v.array(
    v.object({ name: v.string(), license: v.string(), text: v.number(), parts: v.array(v.string()) }),
  ),
  texts: v.array(v.string()),
})

function listedIn(built: Awaited<ReturnType<typeof build>>) {
  const outputs: readonly Rolldown.RolldownOutput[] = 'close' in built ? [] : [built].flat()
  const file = outputs.flatMap(({ output }) => output).find(({ fileName }) => fileName === 'licenses.json')
  if (file?.type !== 'asset') throw new Error('the build wrote no licenses.json')
  return v.parse(Listed, JSON.parse(String(file.source)))
}

const nameIn = (path: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]

test('every package in the client and every package that the server needs is listed with its license', async () => {
  const bundled = new Set<string>()
  const probe: Plugin = {
    name: 'probe',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const paths = file.type === 'chunk' ? Object.keys(file.modules) : file.originalFileNames
        for (const path of paths) bundled.add(nameIn(path) ?? '')
      }
    },
  }
  const configFile = join(web, 'vite.config.ts')
  const built = await build({
    root: web,
    configFile,
    logLevel: 'silent',
    plugins: [probe],
    build: { write: false },
  })
  const { notices: listed, texts } = listedIn(built)
  const namesOf = (part: string) => listed.filter(({ parts }) => parts.includes(part)).map(({ name }) => name)
  bundled.delete('')
  expect(bundled.size).toBeGreaterThan(20)
  // Styles and what bundlers add are not modules of a package.
  const others = ['OpenCC', 'rolldown', 'tailwindcss', 'vite']
  expect(new Set(namesOf('client'))).toEqual(new Set([...bundled, ...others]))
  expect(namesOf('client')).toContain('@fontsource-variable/figtree')

  const workspaces = ['server', 'contract', 'catalogue', 'fakes'].flatMap((name) => [
    '-w',
    `@koedana/${name}`,
  ])
  const ls = ['ls', '--all', '--parseable', '--omit=dev', ...workspaces]
  const { stdout } = await promisify(execFile)('npm', ls, { cwd: root, maxBuffer: 16 * 1024 * 1024 })
  const needed = stdout.split('\n').flatMap((path) => nameIn(path) ?? [])
  const missing = needed.filter((name) => !name.startsWith('@koedana/') && !namesOf('server').includes(name))
  expect(needed.length).toBeGreaterThan(100)
  expect(missing).toEqual([])

  const licenseOf = (part: string) => listed.find(({ name }) => name === part)?.license
  expect(licenseOf('FFmpeg')).toBe('GPL-2.0-or-later')
  expect(licenseOf('@img/sharp-libvips-linux-x64')).toBe('LGPL-3.0-or-later')
  for (const { name, text } of listed) expect(texts[text]?.length, name).toBeGreaterThan(100)
})

/** Bundles a program that imports one package, which is made of these files. */
async function bundle(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-notices-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const planted = join(folder, 'node_modules/planted')
  mkdirSync(planted, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(planted, name), text)
  writeFileSync(join(folder, 'main.js'), "import { planted } from 'planted'\nconsole.log(planted)\n")
  const input = join(folder, 'main.js')
  return build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [notices()],
    build: { write: false, rolldownOptions: { input } },
  })
}

const manifest = { name: 'planted', version: '1.0.0', main: 'index.js', type: 'module' }
const code = { 'index.js': 'export const planted = Math.random()' }

test('the build fails for a bundled package without a license', async () => {
  const none = { ...code, 'package.json': JSON.stringify(manifest) }
  await expect(bundle(none)).rejects.toThrow('planted names no license')
  const unknown = { ...code, 'package.json': JSON.stringify({ ...manifest, license: 'SEE LICENSE IN EULA' }) }
  await expect(bundle(unknown)).rejects.toThrow('planted has no license text')
})

test('a package is listed with its own license file and its notices', async () => {
  const files = { ...code, LICENSE: 'You may.', NOTICE: 'By Planter.' }
  const built = await bundle({
    ...files,
    'package.json': JSON.stringify({ ...manifest, license: 'Own-1.0' }),
  })
  const { notices: listed, texts } = listedIn(built)
  const planted = listed.find(({ name }) => name === 'planted')
  expect(planted).toMatchObject({ license: 'Own-1.0', parts: ['client'] })
  expect(texts[planted?.text ?? -1]).toBe('You may.\n\nBy Planter.')
})

test('the npm package, and with it the container image, carries the notices that the client shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-packed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const made = await pack(folder)
  await promisify(execFile)('tar', ['-xzf', made, '-C', folder])
  const shown = readFileSync(join(web, 'dist/third-party-notices.txt'), 'utf8')
  expect(readFileSync(join(folder, 'package/third-party-notices.txt'), 'utf8')).toBe(shown)
  expect(shown).toContain('FFmpeg')
  expect(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')).toMatch(/npm install [^\n]*\/koedana\.tgz/)
})
