/** The command line as people run it, over a data folder of its own. */
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

export interface CommandOutput {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs a command whose output must show neither a stack nor a file of ours. */
export async function koedanaIn(
  folder: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<CommandOutput> {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', ...more }
  const printed = await new Promise<CommandOutput>((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, output, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors }),
    )
  })
  expect(printed.output + printed.errors).not.toMatch(/\.ts:\d|node:internal|^\s+at /m)
  return printed
}

/** Imports this many works. */
export async function takeWorks(folder: string, count: number, more?: Record<string, string>): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({ id: `RJ${90_000_000 + i}`, name: `Work ${i} ${hash('sha256', String(i))}` }),
  )
  const feed = join(folder, 'feed.jsonl')
  await writeFile(feed, lines.join('\n'))
  expect((await koedanaIn(folder, ['import', feed], more)).code).toBe(0)
}
