import { UsageError } from '../app-error.ts'
import { type Message, textOf } from './messages.rules.ts'

/** A fault that a person can fix, said in the language of each reader; the command line and logs are English. */
export class CodedError extends UsageError {
  readonly said: readonly Message[]

  constructor(said: Message | readonly Message[], options?: ErrorOptions) {
    super(textOf(said, 'en-US'), options)
    this.said = 'code' in said ? [said] : said
  }
}
