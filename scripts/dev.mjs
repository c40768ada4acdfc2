/** Runs the server, which restarts on change, and the client with hot reload that calls it. */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { exitCodeOf, root } from './run.mjs'

export async function dev(args) {
  installHooks()
  const server = spawn(process.execPath, ['--watch', 'packages/server/src/main.ts', 'serve', ...args], {
    stdio: 'inherit',
    cwd: root,
  })
  try {
    await exitCodeOf(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
      cwd: join(root, 'packages', 'web'),
    })
  } finally {
    server.kill()
  }
}

/** Lets Git check commit messages, unless the developer has hooks of their own. */
function installHooks() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const isSet = git('config', 'core.hooksPath').status === 0
  if (!isSet && git('rev-parse', '--git-dir').status === 0) git('config', 'core.hooksPath', 'scripts/hooks')
}
