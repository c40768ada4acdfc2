/** Koedana runs TypeScript as it is, which needs Node 24. An older Node fetches one into `.node` and hands over. */
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { exitCodeOf, npm, root } from './run.mjs'

const wantedVersion = '24.21.0'
const folder = join(root, '.node')
const binary = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

export async function ensureNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  if (!existsSync(binary)) {
    console.error(
      `Koedana needs Node 24; this is ${process.version}. Fetching Node ${wantedVersion} into .node …`,
    )
    await npm(
      ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `node@${wantedVersion}`],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  }
  const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}` }
  process.exit(await exitCodeOf(binary, process.argv.slice(1), { env }))
}
