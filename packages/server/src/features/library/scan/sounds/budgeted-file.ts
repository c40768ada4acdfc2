/** An open file for the tag parser, limited in bytes read and CPU time. */
import {
  AbstractTokenizer,
  EndOfStreamError,
  type IRandomAccessFileInfo,
  type IRandomAccessTokenizer,
  type IReadChunkOptions,
} from 'strtok3'

export interface ReadBudget {
  readonly bytes: number
  /** CPU time of the thread, so that a slow storage does not count. */
  readonly cpuMs: number
}

export class BudgetExceededError extends Error {}

export interface ParserFile {
  /** Fills `target` from a position, and returns the number of bytes read. */
  readonly fill: (target: Uint8Array, position: number) => number
  readonly path: string
  readonly sizeBytes: number
  /** First bytes, already read. */
  readonly head: Uint8Array
  /** Last bytes after the head, already read. */
  readonly tail: Uint8Array
}

interface Window {
  readonly start: number
  readonly bytes: Uint8Array
}

const windowBytes = 64 * 1024
/** Larger than any tag, including its pictures. */
const maxBufferSize = 64 * 1024 * 1024
/** Checking the clock costs more than a small read. */
const readsBetweenChecks = 64

/** Parsers read a few bytes at a time, so small reads are served from a buffered window of the file. */
export class BudgetedFile extends AbstractTokenizer implements IRandomAccessTokenizer {
  override readonly fileInfo: IRandomAccessFileInfo
  readonly #file: ParserFile
  readonly #budget: ReadBudget
  readonly #fixed: readonly Window[]
  readonly #startedMs = cpuMs()
  #window: Window = { start: 0, bytes: new Uint8Array() }
  #bytes = 0
  #reads = 0
  #isSpent = false

  constructor(file: ParserFile, budget: ReadBudget) {
    super({ maxBufferSize })
    const { path, sizeBytes: size, head, tail } = file
    this.fileInfo = { path, size }
    this.#file = file
    this.#budget = budget
    this.#fixed = [
      { start: 0, bytes: head },
      { start: size - tail.length, bytes: tail },
    ]
  }

  /** Whether the budget was exceeded. The parser may have caught the error and continued. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  override async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const requested = this.normalizeOptions(target, options)
    const count = this.#read(target, { mayBeLess: false, ...requested })
    this.position = requested.position + count
    return count
  }

  override async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    return this.#read(target, { mayBeLess: false, ...this.normalizeOptions(target, options) })
  }

  override supportsRandomAccess(): boolean {
    return true
  }

  setPosition(position: number): void {
    this.validateLength(position, 'position')
    this.position = position
  }

  #read(target: Uint8Array, { position, length, mayBeLess }: Required<IReadChunkOptions>): number {
    this.#checkBudget()
    const count =
      this.#copy(target, position, length) ??
      (length < windowBytes
        ? this.#copyAfterMove(target, position, length)
        : this.#fetch(target.subarray(0, length), position))
    if (count < length && !mayBeLess) throw new EndOfStreamError()
    return count
  }

  /** Returns undefined if no window contains the range. */
  #copy(target: Uint8Array, position: number, length: number): number | undefined {
    const end = Math.min(position + length, this.#file.sizeBytes)
    if (end <= position) return 0
    for (const { start, bytes } of [this.#window, ...this.#fixed]) {
      if (position >= start && end <= start + bytes.length) {
        target.set(bytes.subarray(position - start, end - start))
        return end - position
      }
    }
    return undefined
  }

  /** Moves the window to the position first. Returns fewer bytes if the file was truncated. */
  #copyAfterMove(target: Uint8Array, start: number, length: number): number {
    const bytes = new Uint8Array(windowBytes)
    this.#window = { start, bytes: bytes.subarray(0, this.#fetch(bytes, start)) }
    return this.#copy(target, start, Math.min(length, this.#window.bytes.length)) ?? 0
  }

  #fetch(target: Uint8Array, position: number): number {
    let count = 0
    while (count < target.length) {
      const read = this.#file.fill(target.subarray(count), position + count)
      if (read === 0) break
      count += read
    }
    this.#bytes += count
    return count
  }

  #checkBudget(): void {
    this.#reads += 1
    if (this.#bytes > this.#budget.bytes) this.#isSpent = true
    else if (this.#reads % readsBetweenChecks === 0 && cpuMs() - this.#startedMs > this.#budget.cpuMs) {
      this.#isSpent = true
    }
    if (this.#isSpent) throw new BudgetExceededError()
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
