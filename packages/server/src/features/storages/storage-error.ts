/** The few ways in which a storage fails, and what each means to whoever asked. */

/**
 * `notFound`: it is gone. `forbidden`: it is not ours to read, or lies outside the root. `revoked`: somebody took our access
 * back, so an administrator has to link it again. `rateLimited`: not now. `unavailable`: the storage is away, which says
 * nothing of its files. `damaged`: its answer cannot be true.
 */
export type StorageFault = 'notFound' | 'forbidden' | 'revoked' | 'rateLimited' | 'unavailable' | 'damaged'

const sentences: Readonly<Record<StorageFault, string>> = {
  notFound: 'the storage has no such file',
  forbidden: 'the storage does not let us read it',
  revoked: 'the storage has to be linked again',
  rateLimited: 'the storage wants us to wait',
  unavailable: 'the storage cannot be reached',
  damaged: 'the storage gave an answer that cannot be true',
}

interface More {
  /** When it may work again. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** Its message names no file, no address and no secret: the cause may, and is for the log alone. */
export class StorageError extends Error {
  readonly fault: StorageFault
  readonly retryAfterMs: number | undefined

  constructor(fault: StorageFault, { retryAfterMs, cause }: More = {}) {
    super(sentences[fault], { cause })
    this.name = 'StorageError'
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}

/** Of a path that leads out of the root. */
export class OutsideError extends StorageError {
  constructor() {
    super('forbidden')
  }
}
