/** What is asked of the marketplace. */
import type { ResponseContext } from '../answers/context.ts'

export interface FakeRequest {
  readonly url: URL
  /** Decoded, without the query. */
  readonly path: string
  readonly cookies: string
  readonly context: ResponseContext
}
