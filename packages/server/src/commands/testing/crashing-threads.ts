/**
 * Loaded into a server with `--import`, this ends request threads in the ways that threads can end. A test writes the way into the
 * file `die` in the folder `TEST_DEATHS`; the first thread that finds it moves it to `died` and dies. If the file `at-start`
 * exists, every thread dies when it starts; if `die-writer` exists, the writer thread dies. `TEST_CLOCK` speeds up the first
 * thread's clock by that factor, so that deaths appear far apart.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, MessagePort, threadId, workerData } from 'node:worker_threads'

const { TEST_DEATHS: folder, TEST_CLOCK: clock } = process.env

/** Each function ends the thread or makes it hang. */
const ways: Readonly<Record<string, () => void>> = {
  throw: () => {
    throw new Error('an accident')
  },
  exit: () => process.exit(),
  loop: () => {
    for (;;) Math.random()
  },
  memory: () => {
    const held: unknown[] = []
    for (;;) held.push(Array.from({ length: 1_000_000 }, () => 0.5))
  },
}

if (isMainThread && clock !== undefined) {
  const now = performance.now.bind(performance)
  performance.now = () => now() * Number(clock)
}
if (isMainThread && folder !== undefined) speedUpHeartbeats()
if (!isMainThread && folder !== undefined) {
  if (has('serverPort', workerData)) dieOnInstruction(folder)
  if (has('commits', workerData)) dieIfExists(join(folder, 'die-writer'))
}

/**
 * Makes the heartbeats of the first thread three times as frequent, so that hanging threads are terminated sooner than after half a
 * minute.
 */
function speedUpHeartbeats(): void {
  const begin = globalThis.setInterval
  const sooner = (act: () => void, ms = 0) => begin(act, ms / 3)
  Reflect.set(globalThis, 'setInterval', sooner)
}

function has(name: string, given: unknown): boolean {
  return typeof given === 'object' && given !== null && name in given
}

function dieIfExists(path: string): void {
  setInterval(() => {
    if (existsSync(path)) ways.throw?.()
  }, 5).unref()
}

function dieOnInstruction(folder: string): void {
  writeFileSync(join(folder, `begun-${threadId}`), '')
  if (existsSync(join(folder, 'at-start'))) ways.throw?.()
  setInterval(() => {
    const way = wayToDie(folder)
    if (way?.startsWith('commit ')) dieAtCommit(way.slice('commit '.length))
    else if (way !== undefined) ways[way]?.()
  }, 5).unref()
}

/** Returns undefined if no thread must die, or if another thread took the instruction. */
function wayToDie(folder: string): string | undefined {
  try {
    renameSync(join(folder, 'die'), join(folder, `dies-${threadId}`))
    const way = readFileSync(join(folder, `dies-${threadId}`), 'utf8')
    renameSync(join(folder, `dies-${threadId}`), join(folder, 'died'))
    return way
  } catch {
    return undefined
  }
}

/** Dies in an open transaction: all statements were sent except the commit. */
function dieAtCommit(way: string): void {
  const send = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function (this: MessagePort, ...given: Parameters<typeof send>) {
    const [message] = given
    if (typeof message === 'object' && message !== null && 'sql' in message && message.sql === 'commit')
      ways[way]?.()
    Reflect.apply(send, this, given)
  }
}
