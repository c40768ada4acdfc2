/** An open file as the parser of tags reads it: within a budget of bytes and of the thread's time. */
import {
  AbstractTokenizer,
  EndOfStreamError,
  type IRandomAccessFileInfo,
  type IRandomAccessTokenizer,
  type IReadChunkOptions,
} from 'strtok3'

/** Bounds what reading one file may take. */
export interface ReadBudget {
  /** Read from the storage. */
  readonly bytes: number
  /** The budget counts processor time: a slow storage is nobody's fault. */
  readonly cpuMs: number
}

export class BudgetSpent extends Error {}

export interface GivenFile {
  /** Fills what it is given from there on, and returns how many bytes there were. */
  readonly fill: (target: Uint8Array, position: number) => number
  readonly path: string
  readonly sizeBytes: number
  /** Its first bytes, read already. */
  readonly head: Uint8Array
  /** Its last bytes, read already, that do not belong to the head. */
  readonly tail: Uint8Array
}

interface Window {
  readonly start: number
  readonly bytes: Uint8Array
}

const windowBytes = 64 * 1024
/** No tag is larger, pictures in it included. */
const maxBufferSize = 64 * 1024 * 1024
/** Looking at the clock costs more than a small read. */
const readsBetweenChecks = 64

/** Parsers read a few bytes at a time: all but the largest reads are served from a window over the file. */
export class BudgetedFile extends AbstractTokenizer implements IRandomAccessTokenizer {
  override readonly fileInfo: IRandomAccessFileInfo
  readonly #file: GivenFile
  readonly #budget: ReadBudget
  readonly #fixed: readonly Window[]
  readonly #startedMs = cpuMs()
  #window: Window = { start: 0, bytes: new Uint8Array() }
  #bytes = 0
  #reads = 0
  #isSpent = false

  constructor(file: GivenFile, budget: ReadBudget) {
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

  /** Whether the parser was given up: it may have heard of that as of any other fault, and gone on. */
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
    this.#look()
    const count =
      this.#copy(target, position, length) ??
      (length < windowBytes
        ? this.#copyAnew(target, position, length)
        : this.#fetch(target.subarray(0, length), position))
    if (count < length && !mayBeLess) throw new EndOfStreamError()
    return count
  }

  /** Returns undefined where no window has it. */
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

  /** Moves the window there first; a file that became shorter has less than was requested. */
  #copyAnew(target: Uint8Array, start: number, length: number): number {
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

  #look(): void {
    this.#reads += 1
    if (this.#bytes > this.#budget.bytes) this.#isSpent = true
    else if (this.#reads % readsBetweenChecks === 0 && cpuMs() - this.#startedMs > this.#budget.cpuMs) {
      this.#isSpent = true
    }
    if (this.#isSpent) throw new BudgetSpent()
  }
}

/** Returns what this thread has used so far. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
