/** Tokens for another thread: it asks for each of them by a message, and never holds what new ones are got with. */
import type { MessagePort } from 'node:worker_threads'
import { StorageError, type StorageFault } from '../storage.ts'
import type { Access, DriveAccess } from './drive.ts'

interface Asked {
  readonly number: number
  readonly account: string
  readonly refused: string | undefined
}

type Told =
  | { readonly number: number; readonly access: Access }
  | { readonly number: number; readonly fault: StorageFault; readonly retryAfterMs: number | undefined }

/** Answers until the other end is closed. */
export function serveAccess(port: MessagePort, { of }: DriveAccess): void {
  const answer = async ({ number, account, refused }: Asked): Promise<Told> => {
    try {
      return { number, access: await of(account, refused) }
    } catch (error) {
      const { fault, retryAfterMs } = error instanceof StorageError ? error : new StorageError('unavailable')
      return { number, fault, retryAfterMs }
    }
  }
  port.on('message', (asked: Asked) => void answer(asked).then((told) => port.postMessage(told)))
}

/** A port keeps its thread alive while something is asked for, and no longer. */
export function accessOver(port: MessagePort): DriveAccess {
  const waiting = new Map<number, (told: Told) => void>()
  let last = 0
  port.on('message', (told: Told) => {
    waiting.get(told.number)?.(told)
    waiting.delete(told.number)
    if (waiting.size === 0) port.unref()
  })
  port.unref()
  return {
    of: async (account, refused) => {
      last += 1
      const number = last
      const told = await new Promise<Told>((resolve) => {
        waiting.set(number, resolve)
        port.ref()
        port.postMessage({ number, account, refused } satisfies Asked)
      })
      if ('access' in told) return told.access
      throw new StorageError(told.fault, { retryAfterMs: told.retryAfterMs })
    },
  }
}
