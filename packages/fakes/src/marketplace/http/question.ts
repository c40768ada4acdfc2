/** What is asked of the marketplace. */
import type { AnswerContext } from '../answers/context.ts'

export interface Question {
  readonly url: URL
  /** Decoded, without the query. */
  readonly path: string
  readonly cookies: string
  readonly context: AnswerContext
}
