/** Decides when to save the text of a field. Independent of the browser and of React. */
export interface FieldPorts {
  /** Returns the text that the server has. */
  readonly stored: () => string
  /** Resolves with whether it was saved. If `isLeaving`, the page is closing: the request must start synchronously. */
  readonly save: (text: string, isLeaving: boolean) => Promise<boolean>
  readonly isValid: (text: string) => boolean
  /** Reports whether all input is saved; undefined if there was no input. */
  readonly publish: (isSaved: boolean | undefined) => void
  /** Milliseconds without input before a save; undefined saves only when the field is left. */
  readonly delayMs: number | undefined
}

export class FieldSaver {
  readonly #ports: FieldPorts
  /** Entered, but not confirmed by the server. */
  #wanted: string | undefined
  /** Sent, but not confirmed by the server. */
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

  flush(): void {
    clearTimeout(this.#timer)
    const text = this.#wanted
    if (text !== undefined && text !== this.#sent) this.#send(text, false)
  }

  /** Call it when the page closes. Text without a response is sent again, because the response may never arrive. */
  leave(): void {
    clearTimeout(this.#timer)
    if (this.#wanted !== undefined) this.#send(this.#wanted, true)
  }

  #send(text: string, isLeaving: boolean): void {
    this.#sent = text
    const run = () => this.#ports.save(text, isLeaving).catch(() => false)
    // A closing page cannot wait for earlier requests.
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
