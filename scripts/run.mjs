/** Runs programs in the foreground. */
import { execFile, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Returns the exit code; a signal counts as 1. The terminal sends interrupts to the child too, so the parent ignores them and waits. */
export function exitCodeOf(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', cwd: root, ...options })
    const forward = (signal) => child.kill(signal)
    const wait = () => {}
    process.on('SIGTERM', forward)
    process.on('SIGINT', wait)
    const ended = () => {
      process.off('SIGTERM', forward)
      process.off('SIGINT', wait)
    }
    child.on('error', (cause) => {
      ended()
      reject(cause)
    })
    child.on('exit', (code) => {
      ended()
      resolve(code ?? 1)
    })
  })
}

export async function run(command, args, options) {
  const code = await exitCodeOf(command, args, options)
  if (code !== 0) process.exit(code)
}

/** Returns the exit code of a program whose output is printed when it has ended; 1 if it cannot be started. */
export function exitCodeWithOutput(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      process.stdout.write(stdout)
      process.stderr.write(stderr)
      resolve(error ? Number(error.code) || 1 : 0)
    })
  })
}

/** Runs npm with the running Node.js: preferably the npm that started this process, so that no other is needed. */
export function npm(args, options) {
  const entry = process.env.npm_execpath
  return entry ? run(process.execPath, [entry, ...args], options) : run('npm', args, options)
}
