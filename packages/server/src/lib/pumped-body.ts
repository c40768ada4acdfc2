/**
 * A response body that writes itself from reused buffers. Listeners fetch hundreds of megabytes per minute, and allocating each
 * buffer takes a third of the time. Readers that use it as a plain stream get their own buffers.
 */
import { Readable } from 'node:stream'

/** `reuses`: a piece is valid only until the next one is requested. */
export type BodyChunks = (reuses: boolean) => AsyncGenerator<Uint8Array, void, void>

/** Resolves when the piece was handed to the operating system. */
export type WriteChunk = (piece: Uint8Array) => Promise<void>

export class PumpedBody extends Readable {
  readonly #pieces: BodyChunks
  #own: ReturnType<BodyChunks> | undefined

  constructor(pieces: BodyChunks) {
    super()
    this.#pieces = pieces
  }

  /** Writes the whole body. Destroys the stream at the end, with the error if one occurred. Destroying the stream stops the pump. */
  async pump(write: WriteChunk): Promise<void> {
    try {
      for await (const piece of this.#pieces(true)) {
        if (this.destroyed) return
        await write(piece)
        if (this.destroyed) return
      }
      this.destroy()
    } catch (error) {
      this.destroy(errorOf(error))
    }
  }

  override _read(): void {
    this.#own ??= this.#pieces(false)
    this.#own.next().then(
      ({ value }) => this.push(value ?? null),
      (error: unknown) => this.destroy(errorOf(error)),
    )
  }
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
