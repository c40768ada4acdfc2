/** One screenshot of the gallery. */
import type { Page } from 'playwright-core'

export type Person = 'haruka' | 'midori' | 'guest'

export interface Screen {
  readonly path: string
  readonly density?: 'compact' | 'rows'
  /** The account that is logged in; a visitor by default. */
  readonly as?: Person
  readonly isFresh?: boolean
  /** Changes the network before the page opens; the page may never settle. */
  readonly before?: (page: Page) => Promise<void>
  /** Runs before the screenshot. */
  readonly act?: (page: Page) => Promise<void>
}
