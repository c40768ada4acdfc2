/**
 * A body that writes itself, from buffers that are used again: a listener's minute is some hundred megabytes of them, and
 * to make each anew takes a third of the time. Whoever reads it as a plain stream gets buffers of their own.
 */
import { Readable } from 'node:stream'

/** `reuses`: a piece is only valid until the next one is requested. */
export type Pieces = (reuses: boolean) => AsyncGenerator<Uint8Array, void, void>

/** Resolves once the piece is in the hands of the system. */
export type WritePiece = (piece: Uint8Array) => Promise<void>

export class PumpedBody extends Readable {
  readonly #pieces: Pieces
  #own: ReturnType<Pieces> | undefined

  constructor(pieces: Pieces) {
    super()
    this.#pieces = pieces
  }

  /** Ends the body, with an error where something failed; destroying it ends the pump. */
  async pump(write: WritePiece): Promise<void> {
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
