import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { exitCodeOf, root } from './run.mjs'

export async function dev(args) {
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
