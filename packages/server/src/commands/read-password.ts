/** A password from the terminal, twice and without showing it, or the first line of what is piped in. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { UsageError } from '../lib/app-error.ts'

export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await readLine('')) ?? ''
  const password = await readLine('Password: ')
  if (password !== (await readLine('Again: '))) throw new UsageError('These are two different passwords.')
  return password ?? ''
}

/** Undefined where the input ended or was broken off. What is typed is echoed to nowhere. */
async function readLine(prompt: string): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY,
    historySize: 0,
  })
  // The question appears once the terminal no longer echoes: what is typed at once is not shown either.
  process.stderr.write(prompt)
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(undefined))
      lines.once('SIGINT', () => reject(new UsageError('Broken off: nothing was changed.')))
    })
  } finally {
    lines.close()
    if (prompt !== '') process.stderr.write('\n')
  }
}
