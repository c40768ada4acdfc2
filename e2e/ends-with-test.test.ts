import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const endsWithTest = fileURLToPath(new URL('./ends-with-test.ts', import.meta.url))

test('a server ends once nobody holds the other end of its input', async () => {
  const forever = ['--import', endsWithTest, '-e', 'console.log(1); setInterval(() => {}, 1_000)']
  const server = spawn(process.execPath, forever, { stdio: 'pipe' })
  await once(server.stdout, 'data')
  server.stdin.destroy()
  expect(await once(server, 'exit')).toEqual([null, 'SIGTERM'])
})
