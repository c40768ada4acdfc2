/** Runs commands on their own data folder, inside the test process. Tests of the process itself use `server-processes.ts`. */
import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { expect, vi } from 'vitest'
import { runCommand } from '../../cli.ts'

export interface CommandOutput {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs one command at a time. Its output must contain no stack trace and no source path. Changes to the process are undone. */
export async function runKoedana(
  folder: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<CommandOutput> {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', ...more }
  const priority = getPriority()
  const printed = capture()
  try {
    const code = await runCommand(args, env)
    const { output, errors } = printed
    expect(output() + errors()).not.toMatch(/\.ts:\d|node:internal|^\s+at /m)
    expect(getPriority()).toBe(priority)
    return { code, output: output(), errors: errors() }
  } finally {
    printed.end()
  }
}

function capture() {
  let output = ''
  let errors = ''
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...words) => {
      output += `${format(...words)}\n`
    }),
    vi.spyOn(console, 'error').mockImplementation((...words) => {
      errors += `${format(...words)}\n`
    }),
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...more) => {
      output += String(chunk)
      for (const done of more) if (typeof done === 'function') done()
      return true
    }),
  ]
  const end = () => {
    for (const spy of spies) spy.mockRestore()
  }
  return { output: () => output, errors: () => errors, end }
}

export async function importWorks(
  folder: string,
  count: number,
  more?: Record<string, string>,
): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({ id: `RJ${90_000_000 + i}`, name: `Work ${i} ${hash('sha256', String(i))}` }),
  )
  const feed = join(folder, 'feed.jsonl')
  await writeFile(feed, lines.join('\n'))
  expect((await runKoedana(folder, ['import', feed], more)).code).toBe(0)
}
