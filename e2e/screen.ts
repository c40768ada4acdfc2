/** One picture of the gallery. */
import type { Page } from 'playwright-core'

export type Person = 'haruka' | 'midori' | 'guest'

export interface Screen {
  readonly path: string
  readonly density?: 'compact' | 'rows'
  /** The account that is signed in; a visitor without it. */
  readonly as?: Person
  /** The server was never set up. */
  readonly isFresh?: boolean
  /** The network does this to it before it is opened: it may never settle. */
  readonly before?: (page: Page) => Promise<void>
  /** This is done on it before the picture. */
  readonly act?: (page: Page) => Promise<void>
}
