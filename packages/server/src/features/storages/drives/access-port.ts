/** Provides access tokens to another thread. The thread requests each token by a message, and never has the refresh token. */
import type { MessagePort } from 'node:worker_threads'
import { StorageError, type StorageFault } from '../storage.ts'
import type { DriveAccess, DriveCredentials } from './drive.ts'

interface TokenRequest {
  readonly number: number
  readonly account: string
  readonly refused: string | undefined
}

type TokenResponse =
  | { readonly number: number; readonly access: DriveCredentials }
  | { readonly number: number; readonly fault: StorageFault; readonly retryAfterMs: number | undefined }

/** Responds to requests until the port is closed. */
export function serveDriveAccess(port: MessagePort, { of }: DriveAccess): void {
  const respond = async ({ number, account, refused }: TokenRequest): Promise<TokenResponse> => {
    try {
      return { number, access: await of(account, refused) }
    } catch (error) {
      const { fault, retryAfterMs } = error instanceof StorageError ? error : new StorageError('unavailable')
      return { number, fault, retryAfterMs }
    }
  }
  port.on(
    'message',
    (request: TokenRequest) => void respond(request).then((response) => port.postMessage(response)),
  )
}

/** Requests tokens over the port, which keeps the thread alive only while a request is pending. */
export function createPortAccess(port: MessagePort): DriveAccess {
  const waiting = new Map<number, (response: TokenResponse) => void>()
  let last = 0
  port.on('message', (response: TokenResponse) => {
    waiting.get(response.number)?.(response)
    waiting.delete(response.number)
    if (waiting.size === 0) port.unref()
  })
  port.unref()
  return {
    of: async (account, refused) => {
      last += 1
      const number = last
      const response = await new Promise<TokenResponse>((resolve) => {
        waiting.set(number, resolve)
        port.ref()
        port.postMessage({ number, account, refused } satisfies TokenRequest)
      })
      if ('access' in response) return response.access
      throw new StorageError(response.fault, { retryAfterMs: response.retryAfterMs })
    },
  }
}
