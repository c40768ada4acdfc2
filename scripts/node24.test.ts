import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pinnedNode } from './node24.mjs'

const machines = ['linux-x64', 'linux-arm64', 'win32-x64']

test.each(machines)('Node for %s is one package, by its hash', (machine) => {
  const pinned = pinnedNode(machine)
  const locked = pinned?.['package-lock.json'].packages['node_modules/node']
  expect(locked?.integrity).toMatch(/^sha512-[\w+/]{86}==$/)
  expect(pinned?.['package.json'].dependencies).toEqual({ node: `npm:${locked?.name}@${locked?.version}` })
})

test('a machine that nobody pinned a Node for is given none', () => {
  expect(pinnedNode('sunos-x64')).toBeUndefined()
})

test('what runs Koedana needs no script of a package', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const scripted = Object.entries<{ hasInstallScript?: boolean; dev?: boolean }>(lock.packages).filter(
    ([, { hasInstallScript, dev }]) => hasInstallScript && !dev,
  )
  // It includes prebuilt binaries; the script that would compile it is npm's default.
  expect(scripted.map(([path]) => path)).toEqual(['node_modules/better-sqlite3'])
})
