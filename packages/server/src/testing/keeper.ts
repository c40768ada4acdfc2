/**
 * Runs a program, and ends it with the process that began this one, however that ends: it holds the other end of the
 * standard input, and the system closes it for a process that was killed. The folder of the program goes as well.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

export interface Kept {
  readonly program: string
  readonly args: readonly string[]
  readonly folder: string
  /** Whom the program runs as, if not as the one who began. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

function keep({ program, args, folder, owner }: Kept): void {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...owner })
  child.once('exit', (code) => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(code ?? 1)
  })
  // For PostgreSQL it is the fast shutdown, which ends connections that are still open.
  process.stdin.resume().once('close', () => child.kill('SIGINT'))
}

const kept: Kept = JSON.parse(process.argv[2] ?? '{}')
keep(kept)
