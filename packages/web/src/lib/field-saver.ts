/** Decides when the text of a field is sent. It knows neither a browser nor React. */
export interface FieldPorts {
  /** Returns the text as the server has it. */
  readonly stored: () => string
  /** Returns whether it was saved. On `isLeaving` the page closes: nothing may be awaited before the request. */
  readonly save: (text: string, isLeaving: boolean) => Promise<boolean>
  readonly isValid: (text: string) => boolean
  /** Whether everything that was typed is saved; undefined if nothing was typed. */
  readonly publish: (isSaved: boolean | undefined) => void
  /** Milliseconds without a key, after which it saves; undefined: only when the field is left. */
  readonly delayMs: number | undefined
}

export class FieldSaver {
  readonly #ports: FieldPorts
  /** Typed, and not confirmed. */
  #wanted: string | undefined
  /** Sent, and not confirmed. */
  #sent: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #requests: Promise<unknown> = Promise.resolve()

  constructor(ports: FieldPorts) {
    this.#ports = ports
  }

  type(value: string): void {
    const text = value.trim()
    const { stored, isValid, publish, delayMs } = this.#ports
    const isStored = this.#sent === undefined && text === stored()
    this.#wanted = isStored || !isValid(text) ? undefined : text
    publish(this.#wanted === undefined ? undefined : false)
    clearTimeout(this.#timer)
    if (delayMs !== undefined) this.#timer = setTimeout(() => this.flush(), delayMs)
  }

  get hasUnsaved(): boolean {
    return this.#wanted !== undefined
  }

  /** Saves now what was not sent yet. */
  flush(): void {
    clearTimeout(this.#timer)
    const text = this.#wanted
    if (text !== undefined && text !== this.#sent) this.#send(text, false)
  }

  /** The page closes: a response that has not arrived will not, so the text is sent once more. */
  leave(): void {
    clearTimeout(this.#timer)
    if (this.#wanted !== undefined) this.#send(this.#wanted, true)
  }

  #send(text: string, isLeaving: boolean): void {
    this.#sent = text
    const run = () => this.#ports.save(text, isLeaving).catch(() => false)
    // Nothing waits for its turn on a page that closes.
    const saved = isLeaving ? run() : this.#requests.then(run)
    this.#requests = saved.then((isSaved) => this.#settle(text, isSaved))
  }

  #settle(text: string, isSaved: boolean): void {
    if (this.#sent === text) this.#sent = undefined
    if (this.#wanted !== text) return
    if (isSaved) this.#wanted = undefined
    this.#ports.publish(isSaved)
  }
}
